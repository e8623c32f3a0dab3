// Compares the types of the package with those of the source: for every operation and every exported name, each must be
// assignable to the other. The comparison is a file that the compiler checks. It also finds what Node 20 does not have.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allOperations, kindNames } from '@tessera/contract'
import { projectRoot } from '../project-files.ts'
import { runProgram } from '../run-machine-program.mjs'
import { publicNames } from './declarations.ts'

/** Returns what differs, a line each. `folder` has the package. */
export async function compareTypes(folder: string): Promise<string[]> {
  const lines = comparisons()
  const file = join(folder, 'comparison.ts')
  const config = join(folder, 'tsconfig.json')
  writeFileSync(file, [prelude, ...lines].join('\n'))
  writeFileSync(config, JSON.stringify(configuration))
  try {
    const compiler = join(projectRoot, 'node_modules/.bin/tsc')
    const { failure, output } = await runProgram(compiler, ['-p', config, '--pretty', 'false'])
    return failure ? output.split('\n').map(line => describeLine(line, lines)) : []
  } finally {
    rmSync(file)
    rmSync(config)
  }
}

function comparisons(): string[] {
  const operations = allOperations.map(({ noun, verb }) => {
    const method = (of: string) => `${of}.Client['${noun}']['${verb}']`
    return `same<${method('Source')}, ${method('Package')}>('${noun}.${verb}')`
  })
  const compared = publicNames().filter(name => name !== 'Client')
  const names = compared.flatMap(name =>
    variantsOf(name).map(variant => {
      const type = (of: string) => `${/^[a-z]/.test(name) ? 'typeof ' : ''}${of}.${name}${variant}`
      return `same<${type('Source')}, ${type('Package')}>('${name}')`
    }),
  )
  return [...operations, ...names]
}

/** Types with a kind as their parameter are compared for each kind. */
const variantsOf = (name: string) => (ofKinds.includes(name) ? kindNames.map(kind => `<'${kind}'>`) : [''])
const ofKinds = ['CreateData', 'UpdateData', 'ObjectRecord']

const configuration = {
  extends: join(projectRoot, 'tsconfig.json'),
  // What Node 20 has; text that is well formed is newer in the standard, but it has that.
  compilerOptions: {
    lib: ['ES2023', 'ES2024.String', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    typeRoots: [join(projectRoot, 'node_modules/@types')],
    allowJs: false,
    checkJs: false,
  },
  include: [],
  files: ['comparison.ts', join(projectRoot, 'cli/main.ts')],
}

/**
 * Two types are mutually assignable if one lacks an optional property of the other. So they are compared in a form in which
 * optional properties are required and marked, and in which functions are objects, whose arguments are compared strictly.
 */
const prelude = `import type * as Source from '${join(projectRoot, 'clients/typescript/index.ts')}'
import type * as Package from './index.js'

type Leaf = string | number | boolean | bigint | symbol | null | undefined | Blob | Uint8Array | AbortSignal | typeof WebSocket | typeof fetch
type Form<T> = unknown extends T ? unknown
  : T extends Leaf ? T
  : T extends Promise<infer Result> ? { promise: Form<Result> }
  : T extends AsyncGenerator<infer Item> ? { items: Form<Item> }
  : T extends ReadonlyMap<infer Key, infer Value> ? { keys: Form<Key>; values: Form<Value> }
  : T extends ReadonlySet<infer Item> ? { set: Form<Item> }
  : T extends (...args: infer Args) => infer Result ? { args: Form<Args>; result: Form<Result>; members: Members<T> }
  : T extends readonly unknown[] ? { [Key in keyof T]: Form<T[Key]> }
  : Members<T>
type Members<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? { optional: Form<T[Key]> } : Form<T[Key]> }
type Same<A, B> = [Form<A>] extends [Form<B>] ? ([Form<B>] extends [Form<A>] ? [name: string] : [never]) : [never]
declare function same<A, B>(...name: Same<A, B>): void
`

function describeLine(line: string, lines: readonly string[]): string {
  const place = /comparison\.ts\((\d+),/.exec(line)
  const compared = place ? lines[Number(place[1]) - prelude.split('\n').length - 1] : undefined
  const name = compared && /\('([\w.]+)'\)$/.exec(compared)?.[1]
  return name ? `${name} is another type in the package than in the source` : line
}
