// Tests each import rule with an import that breaks it, and a similar one that does not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenRules } from './check-imports.ts'
import { importsOf, type Package } from './import-graph.ts'

const packages: Package[] = [
  pack('', ['oxc-parser']),
  pack('contract', ['typebox']),
  pack('drawing', ['@project/contract', '@napi-rs/canvas']),
  pack('client', ['@project/contract'], 'clients/typescript'),
  pack('formats', ['@project/contract']),
  pack('agents', ['@project/client']),
  pack('server', ['@project/contract', '@project/drawing', 'fastify', '@fastify/multipart', 'ws', 'kysely', 'typebox']),
  pack('web', ['@project/contract', '@project/client', '@project/server', 'fast-check']),
]

function pack(short: string, declared: string[], folder = short): Package {
  const name = short ? `@project/${short}` : 'project'
  return { name, folder, exports: { '.': './index.ts', './*': './*.ts' }, declared: new Set(declared) }
}

function messages(from: string, specifier: string): string {
  return brokenRules(importsOf(from, `import '${specifier}'`, packages), packages, new Set(['fast-check']))
    .map(message => message.replace(/^.*?: /, ''))
    .join('; ')
}

const broken = [
  ['contract/kinds/note.ts', 'node:fs', /contract\/ imports typebox/],
  ['contract/kinds/note.ts', 'fastify', /not declared.*contract\/ imports typebox/],
  ['drawing/scene.ts', '@napi-rs/canvas', /drawing\/ imports the contract/],
  ['web/page.tsx', '@project/server/ids', /never import the server/],
  ['clients/typescript/index.ts', '@project/server', /not declared.*never import the server/],
  ['server/api/http/serve.ts', '../../organization/index.ts', /imports nothing of the domain/],
  ['server/board/live/room.ts', '../objects/change.ts', /imports no noun of the board/],
  ['formats/csv/write-csv.ts', '@project/server', /not declared.*never import the server/],
  ['agents/mcp.ts', '@project/server', /not declared.*never import the server/],
  ['server/app.ts', 'kysely', /contain SQL/],
  ['server/organization/users/users.ts', 'kysely', /contain SQL/],
  ['server/app.ts', 'fastify', /fastify is imported only/],
  ['server/organization/users/users.ts', '@fastify/multipart', /fastify is imported only/],
  ['server/api/http/serve.ts', 'ws', /ws is imported only/],
  ['server/organization/users/users.ts', '../../../contract/index.ts', /leaves its package/],
  ['server/organization/users/users.test.ts', '../../../contract/index.ts', /leaves its package/],
  ['server/organization/users/users.ts', 'left-pad', /not declared/],
  ['server/organization/users/users.test.ts', 'left-pad', /not declared/],
  ['bench/run.ts', 'fastify', /not declared/],
  ['web/page.tsx', 'fast-check', /npm start does not install/],
  ['scripts/check.ts', './check.ts', /^scripts\/check\.ts → scripts\/check\.ts$/],
] as const

for (const [from, specifier, rule] of broken) {
  test(`${from} may not import ${specifier}`, () => assert.match(messages(from, specifier), rule))
}

const fine = [
  ['contract/kinds/note.ts', 'typebox'],
  ['contract/kinds/note.ts', '../kind.ts'],
  ['contract/kinds/note.test.ts', 'node:test'],
  ['drawing/scene.ts', '@project/contract/kinds/note'],
  ['drawing/testing/paint.ts', '@napi-rs/canvas'],
  ['web/page.tsx', '@project/client'],
  ['web/page.test.tsx', 'fast-check'],
  ['server/app.ts', './organization/index.ts'],
  ['server/api/http/serve.ts', '../../accounts/access/index.ts'],
  ['server/organization/workspaces/workspaces.ts', './workspace-store.ts'],
  ['server/organization/users/users.test.ts', '../workspaces/workspace-store.ts'],
  ['server/testing/world.ts', '../workspaces/workspace-store.ts'],
  ['server/accounts/identity/user-store.ts', 'kysely'],
  ['server/platform/db/migrations/0001.ts', 'kysely'],
  ['server/api/http/uploads.ts', '@fastify/multipart'],
  ['server/board/live/socket.ts', 'ws'],
  ['server/organization/users/users.ts', '@project/server/ids'],
  ['bench/run.ts', '../server/app.ts'],
  ['e2e/story.test.ts', '@project/client'],
] as const

for (const [from, specifier] of fine) {
  test(`${from} may import ${specifier}`, () => assert.equal(messages(from, specifier), ''))
}

test('a cycle of type imports is a cycle', () => {
  const imports = [
    ...importsOf('server/a.ts', `import type { B } from './b.ts'`, packages),
    ...importsOf('server/b.ts', `import type { A } from './a.ts'`, packages),
  ]
  assert.deepEqual(brokenRules(imports, packages, new Set()), ['cycle: server/a.ts → server/b.ts → server/a.ts'])
})

test('a cycle between packages is a cycle', () => {
  const imports = [
    ...importsOf('clients/typescript/index.ts', `import '@project/contract/live'`, packages),
    ...importsOf('contract/live.test.ts', `import '@project/client'`, packages),
    ...importsOf('contract/live.ts', `import './live.test.ts'`, packages),
  ]
  const cycle = 'clients/typescript/index.ts → contract/live.ts → contract/live.test.ts → clients/typescript/index.ts'
  assert.ok(brokenRules(imports, packages, new Set()).includes(`cycle: ${cycle}`))
})
