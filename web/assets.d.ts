// What the build makes of files that are not code: styles act by being imported, a picture is its address.

declare module '*.css'

declare module '*.svg' {
  const url: string
  export default url
}
