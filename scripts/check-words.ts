// Keeps what belongs to one machine or one workplace out of the files: paths that exist nowhere else, addresses of
// package registries.

import { listProjectFiles, readProjectFile } from './project-files.ts'

const unwanted = [
  { pattern: /(?<![\w.~>)-])\/(?:work|farm)\//, says: 'a path of one machine' },
  { pattern: /\.\.\/shared\b/, says: 'a folder outside the project' },
  { pattern: /\b(?:registry|npm)\.[a-z0-9-]+\.(?:org|com|net|io|dev|local|internal)\b/i, says: 'a package registry' },
]

export function unwantedIn(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const said = unwanted.flatMap(({ pattern, says }) => {
      const found = pattern.exec(line)?.[0]
      return found ? [`${path}:${index + 1} \`${found}\`: ${says}`] : []
    })
    return said
  })
}

if (import.meta.main) {
  const text = /\.(?:[cm]?[jt]sx?|json|md|ya?ml|html|css|sh|toml|svg|txt)$|(?:^|\/)(?:[A-Z]\w+|run|\.\w+)$/
  const paths = listProjectFiles(path => text.test(path) && path !== 'package-lock.json')
  const found = paths.flatMap(path => unwantedIn(path, readProjectFile(path)))
  for (const sentence of found) console.log(sentence)
  process.exitCode = found.length ? 1 : 0
}
