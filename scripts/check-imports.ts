// The import rules of the house: who may know whom. Prints every import that breaks one, and every circle.

import { findCycles, type Import, importsOf, type Package } from './import-graph.ts'
import { isCode, isTest, listProjectFiles, readProjectFile } from './project-files.ts'

type Rule = { says: string; isBrokenBy: (one: Import) => boolean }

const nounFolders = [
  ...['workspaces', 'objects', 'comments', 'listeners', 'organizations', 'users'],
  ...['publishing', 'oauth', 'applications', 'tokens', 'roles', 'sessions', 'sign-in'],
].map(noun => `server/${noun}/`)

/** Not for tests and what only tests and benchmarks use: they look at the parts from anywhere. */
export const layerRules: Rule[] = [
  {
    says: 'contract/ imports typebox and itself only',
    isBrokenBy: one => isIn(one, 'contract/') && one.packageName !== 'typebox' && !one.file?.startsWith('contract/'),
  },
  {
    says: 'drawing/ imports the contract and itself only',
    isBrokenBy: one => isIn(one, 'drawing/') && !/^(contract|drawing)\//.test(one.file ?? ''),
  },
  {
    says: 'web/ and client/ never import the server',
    isBrokenBy: one => isIn(one, 'web/', 'client/') && (one.file ?? '').startsWith('server/'),
  },
  {
    says: 'server/http/ and server/live/ import no noun folder: server/app.ts hands the domain over',
    isBrokenBy: one =>
      isIn(one, 'server/http/', 'server/live/') && nounFolders.some(noun => one.file?.startsWith(noun)),
  },
  {
    says: 'a store is imported only from its own folder',
    isBrokenBy: one => /-store\.ts$/.test(one.file ?? '') && folderOf(one.from) !== folderOf(one.file ?? ''),
  },
  {
    says: 'only stores and server/db/ speak SQL',
    isBrokenBy: one =>
      one.packageName === 'kysely' && !isIn(one, 'server/db/', 'server/backup/') && !one.from.endsWith('-store.ts'),
  },
  {
    says: 'fastify is imported only in server/http/',
    isBrokenBy: one => /^(fastify$|fastify-|@fastify\/)/.test(one.packageName ?? '') && !isIn(one, 'server/http/'),
  },
  {
    says: 'ws is imported only in server/live/',
    isBrokenBy: one => one.packageName === 'ws' && !isIn(one, 'server/live/'),
  },
]

/** For every file, tests too: otherwise a package works here and not where it is installed alone. */
export function borderRules(packages: Package[]): Rule[] {
  return [
    {
      says: 'no relative import crosses the border of a package',
      isBrokenBy: one => {
        const owner = packageOf(one.from, packages)
        return one.specifier.startsWith('.') && owner.folder !== '' && packageOf(one.file ?? '', packages) !== owner
      },
    },
    {
      says: 'the package is not declared in package.json',
      isBrokenBy: one => {
        const owner = packageOf(one.from, packages)
        if (one.packageName === null || one.packageName === owner.name || owner.declared.has(one.packageName))
          return false
        // npm links the packages of the project for the root, which has no need to name them.
        return owner.folder !== '' || !packages.some(own => own.name === one.packageName)
      },
    },
  ]
}

export function brokenRules(imports: Import[], packages: Package[]): string[] {
  const rules = [...borderRules(packages), ...layerRules.map(rule => ({ ...rule, isBrokenBy: inLayers(rule) }))]
  const broken = imports.flatMap(one => {
    const said = rules.filter(rule => rule.isBrokenBy(one)).map(rule => rule.says)
    return said.map(sentence => `${one.from}:${one.line} imports ${one.specifier}: ${sentence}`)
  })
  return [...broken, ...findCycles(imports).map(cycle => `a circle: ${cycle.join(' → ')}`)]
}

function inLayers(rule: Rule) {
  return (one: Import) => !isFree(one.from) && rule.isBrokenBy(one)
}

function isFree(path: string) {
  return isTest(path) || /^(bench|e2e|scripts)\/|\/testing\//.test(path)
}

function isIn(one: Import, ...folders: string[]) {
  return folders.some(folder => one.from.startsWith(folder))
}

function folderOf(path: string) {
  return path.slice(0, path.lastIndexOf('/'))
}

function packageOf(path: string, packages: Package[]): Package {
  const inside = packages.find(({ folder }) => folder !== '' && path.startsWith(`${folder}/`))
  return inside ?? (packages.find(({ folder }) => folder === '') as Package)
}

function readPackages(): Package[] {
  const { workspaces } = JSON.parse(readProjectFile('package.json'))
  return ['', ...workspaces].map((folder: string) => {
    const manifest = JSON.parse(readProjectFile(folder ? `${folder}/package.json` : 'package.json'))
    const declared = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    return { name: manifest.name, folder, exports: manifest.exports ?? {}, declared }
  })
}

if (import.meta.main) {
  const packages = readPackages()
  const imports = listProjectFiles(isCode).flatMap(path => importsOf(path, readProjectFile(path), packages))
  const broken = brokenRules(imports, packages)
  for (const sentence of broken) console.log(sentence)
  process.exitCode = broken.length ? 1 : 0
}
