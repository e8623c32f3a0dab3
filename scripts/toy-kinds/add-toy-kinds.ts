// Adds two kinds to a copy of the project, by exactly the files and lines that "Add a kind of object" in CONTRIBUTING
// names: stickers (text, color, box) and badges (belong to another object).

import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { listProjectFiles, projectRoot } from '../project-files.ts'

const kinds = ['badge', 'sticker']

/** The import and the name in the table of each package. */
const indexes = [
  { file: 'contract/kinds/index.ts', folder: '.', table: /kindTable\(\{ [^}]+(?= \})/ },
  { file: 'drawing/renderers.ts', folder: './kinds', table: /export const renderers = \{ [^}]+(?= \})/ },
  { file: 'web/workspace/kinds/index.ts', folder: '.', table: /const table = \{ [^}]+(?= \})/ },
]
const section = 'docs/spec/kinds.md'
const generated = [
  'clients/python/src/tessera/_nouns.py',
  'clients/python/src/tessera/_operations.py',
  'clients/python/src/tessera/types.py',
  'docs/asyncapi.json',
  'docs/openapi.json',
]

/** What the recipe says: every file that may differ from the project. */
export const changedByRecipe: readonly string[] = [
  ...kinds.flatMap(kind => indexes.map(({ file }) => kindFile(file, kind))),
  ...indexes.map(({ file }) => file),
  section,
  ...generated,
].sort()

/** All files of the project, and its packages. The links to its own packages are relative, so they lead into the copy. */
export function copyProject(folder: string): void {
  for (const path of listProjectFiles(() => true)) cpSync(join(projectRoot, path), join(folder, path))
  for (const path of ['node_modules', 'scripts/openapi-clients/node_modules'])
    linkFiles(join(projectRoot, path), join(folder, path))
}

/** Hard links, because the processes that draw may read nothing outside of their own node_modules. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isFile()) linkSync(source, target)
    else if (entry.isDirectory() && !builtFolders.has(entry.name)) linkFiles(source, target)
  }
}

const builtFolders = new Set(['.cache', '.vite-temp'])

export function addToyKinds(folder: string): void {
  for (const kind of kinds) {
    for (const { file, folder: from, table } of indexes) {
      cpSync(toyFile(`${kindFile(file, kind)}.txt`), join(folder, kindFile(file, kind)))
      edit(join(folder, file), text => {
        const withName = replacePart(text, table, names => `${names}, ${kind}`)
        return replacePart(
          withName,
          /^import \{ browser \}/m,
          first => `import { ${kind} } from '${from}/${kind}.ts'\n${first}`,
        )
      })
    }
  }
  const fields = readFileSync(toyFile('kinds.md.txt'), 'utf8')
  edit(join(folder, section), text => replacePart(text, /^- \*\*\[KND-11\]/m, next => `${fields}${next}`))
}

export function addToyTest(folder: string): string {
  const path = 'server/tests/toy-kinds.test.ts'
  cpSync(toyFile(`${path}.txt`), join(folder, path))
  return path
}

/** The files of the copy that are not as in the project. */
export function changedFiles(folder: string): string[] {
  const paths = new Set([...listProjectFiles(() => true), ...filesIn(folder)])
  return [...paths].filter(path => !isSame(join(projectRoot, path), join(folder, path))).sort()
}

const filesIn = (folder: string) =>
  listProjectFiles(() => true, folder).map(path => relative(folder, join(projectRoot, path)))

const isSame = (one: string, other: string) =>
  existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other))

const toyFile = (name: string) => join(import.meta.dirname, name)

function kindFile(index: string, kind: string): string {
  return `${dirname(index).replace(/\/kinds$/, '')}/kinds/${kind}.ts`
}

function replacePart(text: string, part: RegExp, by: (found: string) => string): string {
  if (!part.test(text)) throw new Error(`Nothing is like ${part}`)
  return text.replace(part, by)
}

const edit = (path: string, change: (text: string) => string) => writeFileSync(path, change(readFileSync(path, 'utf8')))
