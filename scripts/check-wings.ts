// The wings of the server: each imports only from those below it, and only through an index.ts that lists what others may
// use. Prints the wings with the number of names they offer, every import past an index or upward, and every index that
// offers too much. Names of an index that nobody uses are found by check-unused.ts.

import { parseSync } from 'oxc-parser'
import { type Import, importsOf, readPackages } from './import-graph.ts'
import { isCode, isTestOnly, listProjectFiles, readProjectFile } from './project-files.ts'

/** The wings from the bottom to the top. Anything not named here is composition: the files of server/ itself. */
export const wings = [
  'server/tools',
  'server/platform',
  'server/accounts',
  'server/board',
  'server/rendering',
  'server/organization',
  'server/sign-in',
  'server/api',
  'server/dependencies.ts',
  'server/first-start',
  'server/commands',
]

/** These wings are so large that each of their folders has its own index. */
const wingsOfFolders = ['server/platform', 'server/accounts']

/** Threads and child processes load single files, so that none of them loads a whole wing. */
const entryFiles = ['write-thread-main.ts', 'sqlite-checkpoints-main.ts', 'child-main.ts']

const maxNames = 40

export type Index = { path: string; names: string[] }

/** The folder whose index others use: a wing, or a folder of platform and accounts. Null for files without one. */
export function unitOf(path: string): string | null {
  const wing = wings.find(one => path.startsWith(`${one}/`))
  if (!wing || !wingsOfFolders.includes(wing)) return wing ?? null
  const folder = path.slice(wing.length + 1).split('/')
  return folder.length > 1 ? `${wing}/${folder[0]}` : null
}

export function upwardImports(imports: Import[]): string[] {
  return imports.flatMap(({ from, file, line }) => {
    if (!file?.startsWith('server/') || !isCode(file) || rankOf(file) <= rankOf(from)) return []
    return [`${from}:${line} imports ${file}, which is in a wing above`]
  })
}

/** Modules that are loaded on demand are imported directly: an index would load the rest of their folder, too. */
export function importsPastIndex(imports: Import[]): string[] {
  return imports.flatMap(({ from, file, line, isDynamic }) => {
    const unit = file && unitOf(file)
    if (!unit || unitOf(from) === unit || file === `${unit}/index.ts`) return []
    if (isDynamic || entryFiles.some(name => from.endsWith(`/${name}`))) return []
    return [`${from}:${line} imports ${file} instead of ${unit}/index.ts`]
  })
}

export function largeIndexes(indexes: Index[]): string[] {
  const large = indexes.filter(({ names }) => names.length > maxNames)
  return large.map(({ path, names }) => `${path} offers ${names.length} names; more than ${maxNames} is a wrong border`)
}

export function namesOf(path: string, source: string): string[] {
  const { program } = parseSync(path, source)
  return program.body.flatMap(node =>
    node.type === 'ExportNamedDeclaration' && node.source
      ? node.specifiers.map(({ exported }) => ('name' in exported ? exported.name : exported.value))
      : [`(not a list of names at ${node.start})`],
  )
}

function rankOf(path: string): number {
  const rank = wings.findIndex(one => path === one || path.startsWith(`${one}/`))
  return rank < 0 ? wings.length : rank
}

if (import.meta.main) {
  const packages = readPackages()
  const files = listProjectFiles(path => isCode(path) && path.startsWith('server/') && !isTestOnly(path))
  const imports = files.flatMap(path => importsOf(path, readProjectFile(path), packages))
  const indexes = files
    .filter(path => path === `${unitOf(path)}/index.ts`)
    .map(path => ({ path, names: namesOf(path, readProjectFile(path)) }))
  const errors = [...upwardImports(imports), ...importsPastIndex(imports), ...largeIndexes(indexes)]
  for (const { path, names } of indexes) console.log(`${names.length} names  ${path}`)
  for (const error of errors) console.log(error)
  process.exitCode = errors.length ? 1 : 0
}
