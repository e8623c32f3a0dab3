// Tests reading imports and finding cycles, on small sources.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCycles, importsOf, type Package } from './import-graph.ts'

const packages: Package[] = [
  { name: 'project', folder: '', exports: {}, declared: new Set() },
  {
    name: '@project/contract',
    folder: 'contract',
    exports: { '.': './index.ts', './*': './*.ts', './look/*.css': './styles/*.css' },
    declared: new Set(),
  },
]

test('every form of import is found, with its line', () => {
  const source = [
    `import a, { b } from './a.ts'`,
    `import type { C } from './c.ts'`,
    `import './effect.ts'`,
    `export { d } from './d.ts'`,
    `export * from './e.ts'`,
    `export type { F } from './f.ts'`,
    `type G = import('./g.ts').G`,
    `const later = () => import('./later.ts')`,
  ].join('\n')
  const seen = importsOf('server/x.ts', source, packages).map(({ specifier, line }) => `${line} ${specifier}`)
  assert.deepEqual(seen.sort(), [
    '1 ./a.ts',
    '2 ./c.ts',
    '3 ./effect.ts',
    '4 ./d.ts',
    '5 ./e.ts',
    '6 ./f.ts',
    '7 ./g.ts',
    '8 ./later.ts',
  ])
})

test('text that only looks like an import is not one', () => {
  const source = `
    // import './comment.ts'
    const text = "import './text.ts'"
    const template = \`export * from './template.ts'\`
    export const own = text + template
    const name = './computed.ts'; import(name)`
  assert.deepEqual(importsOf('server/x.ts', source, packages), [])
})

test('JSX and type parameters are read', () => {
  const source = `import { b } from './b.ts'; export const Page = <T,>(it: T) => <p title="import './no.ts'">{b(it)}</p>`
  assert.deepEqual(
    importsOf('web/x.tsx', source, packages).map(one => one.file),
    ['web/b.ts'],
  )
})

test('a file that cannot be parsed is named', () => {
  assert.throws(() => importsOf('server/broken.ts', 'import { from', packages), /server\/broken\.ts/)
})

for (const [specifier, file, packageName] of [
  ['../a/b.ts', 'server/a/b.ts', null],
  ['./picture.svg?url', 'server/http/picture.svg', null],
  ['node:fs', null, null],
  ['fs/promises', null, null],
  ['fastify', null, 'fastify'],
  ['kysely/helpers/postgres', null, 'kysely'],
  ['@fastify/multipart', null, '@fastify/multipart'],
  ['@project/contract', 'contract/index.ts', '@project/contract'],
  ['@project/contract/kinds/note', 'contract/kinds/note.ts', '@project/contract'],
] as const) {
  test(`${specifier} leads to ${file ?? packageName ?? 'Node itself'}`, () => {
    const [one] = importsOf('server/http/x.ts', `import '${specifier}'`, packages)
    assert.deepEqual({ file: one?.file, packageName: one?.packageName }, { file, packageName })
  })
}

function graph(...arrows: string[]) {
  return arrows.map(arrow => {
    const [from = '', file = ''] = arrow.split('>')
    return { from, file }
  })
}

test('no cycle in a graph without one, even if its paths join', () => {
  assert.deepEqual(findCycles(graph('a>b', 'a>c', 'b>d', 'c>d', 'd>e')), [])
})

test('a cycle is shown from its first file back to it', () => {
  assert.deepEqual(findCycles(graph('x>b', 'b>c', 'c>d', 'd>b', 'd>e')), [['b', 'c', 'd', 'b']])
})

test('the shortest cycle through a file is shown', () => {
  assert.deepEqual(findCycles(graph('a>b', 'b>c', 'c>a', 'b>a')), [
    ['a', 'b', 'a'],
    ['c', 'a', 'b', 'c'],
  ])
})

test('separate cycles are all shown, and a file that imports itself', () => {
  assert.deepEqual(findCycles(graph('a>b', 'b>a', 'c>d', 'd>c', 'e>e')), [
    ['a', 'b', 'a'],
    ['c', 'd', 'c'],
    ['e', 'e'],
  ])
})
