// Types of files that are not code: styles take effect by being imported, a picture is its address.

declare module '*.css'

declare module '*.svg' {
  const url: string
  export default url
}
