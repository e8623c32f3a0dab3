// The import rules: which part of the project may import which. Prints every import that breaks a rule, and every cycle
// between files. Cycles between folders are found by check-folders.ts.

import { findCycles, type Import, importsOf, type Package, readPackages } from './import-graph.ts'
import { isCode, isTestOnly, listProjectFiles, readProjectFile } from './project-files.ts'

type Rule = { message: string; isBrokenBy: (one: Import) => boolean }

const domainWings = ['board', 'rendering', 'organization', 'sign-in'].map(wing => `server/${wing}/`)
const boardNouns = ['objects', 'comments', 'listeners', 'changes'].map(noun => `server/board/${noun}/`)

/** For product code. Tests and benchmarks may import from anywhere. */
export const layerRules: Rule[] = [
  {
    message: 'contract/ imports typebox and itself only',
    isBrokenBy: one => isIn(one, 'contract/') && one.packageName !== 'typebox' && !one.file?.startsWith('contract/'),
  },
  {
    message: 'drawing/ imports the contract and itself only',
    isBrokenBy: one => isIn(one, 'drawing/') && !/^(contract|drawing)\//.test(one.file ?? ''),
  },
  {
    message: 'web, clients, formats and agents never import the server',
    isBrokenBy: one => isIn(one, 'web/', 'clients/', 'formats/', 'agents/') && (one.file ?? '').startsWith('server/'),
  },
  {
    message: 'server/api/http/ imports nothing of the domain: server/wiring.ts passes it what it needs',
    isBrokenBy: one => isIn(one, 'server/api/http/') && domainWings.some(wing => one.file?.startsWith(wing)),
  },
  {
    message: 'server/board/live/ imports no noun of the board: board/live-content.ts passes it what it needs',
    isBrokenBy: one => isIn(one, 'server/board/live/') && boardNouns.some(noun => one.file?.startsWith(noun)),
  },
  {
    message: 'only stores and the database folders of server/platform/ contain SQL',
    isBrokenBy: one =>
      one.packageName === 'kysely' &&
      !isIn(one, ...['db', 'sql', 'schema', 'backup'].map(folder => `server/platform/${folder}/`)) &&
      !one.from.endsWith('-store.ts'),
  },
  {
    message: 'fastify is imported only in server/api/http/',
    isBrokenBy: one => /^(fastify$|fastify-|@fastify\/)/.test(one.packageName ?? '') && !isIn(one, 'server/api/http/'),
  },
  {
    message: 'ws is imported only in server/board/live/ and where the client loads it',
    isBrokenBy: one =>
      one.packageName === 'ws' && !isIn(one, 'server/board/live/', 'clients/typescript/live/node-web-socket.ts'),
  },
]

/** Applies to every file, including tests: otherwise a package works here, but not when it is installed alone. */
export function packageRules(packages: Package[]): Rule[] {
  return [
    {
      message: 'no relative import leaves its package',
      isBrokenBy: one => {
        const owner = packageOf(one.from, packages)
        return one.specifier.startsWith('.') && owner.folder !== '' && packageOf(one.file ?? '', packages) !== owner
      },
    },
    {
      message: 'the package is not declared in package.json',
      isBrokenBy: one => {
        const owner = packageOf(one.from, packages)
        if (one.packageName === null || one.packageName === owner.name || owner.declared.has(one.packageName))
          return false
        // npm links the packages of the project for the root, which does not have to declare them.
        return owner.folder !== '' || !packages.some(own => own.name === one.packageName)
      },
    },
  ]
}

/** Applies to product code: `npm start` installs no development tools, and the pages are built without them. */
function startRule(tools: ReadonlySet<string>): Rule {
  return {
    message: 'npm start does not install this package: only devDependencies have it',
    isBrokenBy: one => tools.has(one.packageName ?? ''),
  }
}

/** `tools` are the packages that only devDependencies have. */
export function brokenRules(imports: Import[], packages: Package[], tools: ReadonlySet<string>): string[] {
  const ofProductCode = [...layerRules, startRule(tools)].map(rule => ({ ...rule, isBrokenBy: forProductCode(rule) }))
  const rules = [...packageRules(packages), ...ofProductCode]
  const broken = imports.flatMap(one => {
    const messages = rules.filter(rule => rule.isBrokenBy(one)).map(rule => rule.message)
    return messages.map(message => `${one.from}:${one.line} imports ${one.specifier}: ${message}`)
  })
  return [...broken, ...findCycles(imports).map(cycle => `cycle: ${cycle.join(' → ')}`)]
}

function forProductCode(rule: Rule) {
  return (one: Import) => !isTestOnly(one.from) && rule.isBrokenBy(one)
}

function isIn(one: Import, ...folders: string[]) {
  return folders.some(folder => one.from.startsWith(folder))
}

function packageOf(path: string, packages: Package[]): Package {
  const inside = packages.find(({ folder }) => folder !== '' && path.startsWith(`${folder}/`))
  return inside ?? (packages.find(({ folder }) => folder === '') as Package)
}

function readTools(): Set<string> {
  const { packages } = JSON.parse(readProjectFile('package-lock.json')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const tools = Object.entries(packages).filter(([, { dev }]) => dev)
  return new Set(tools.map(([path]) => path.replace('node_modules/', '')))
}

if (import.meta.main) {
  const packages = readPackages()
  const imports = listProjectFiles(isCode).flatMap(path => importsOf(path, readProjectFile(path), packages))
  const broken = brokenRules(imports, packages, readTools())
  for (const message of broken) console.log(message)
  process.exitCode = broken.length ? 1 : 0
}
