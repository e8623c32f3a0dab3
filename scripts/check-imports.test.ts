// Each import rule with an import that breaks it and its neighbour that does not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenRules } from './check-imports.ts'
import { importsOf, type Package } from './import-graph.ts'

const packages: Package[] = [
  pack('', ['oxc-parser']),
  pack('contract', ['typebox']),
  pack('drawing', ['@house/contract', '@napi-rs/canvas']),
  pack('client', ['@house/contract']),
  pack('server', ['@house/contract', '@house/drawing', 'fastify', '@fastify/multipart', 'ws', 'kysely', 'typebox']),
  pack('web', ['@house/contract', '@house/client', '@house/server']),
]

function pack(folder: string, declared: string[]): Package {
  const name = folder ? `@house/${folder}` : 'house'
  return { name, folder, exports: { '.': './index.ts', './*': './*.ts' }, declared: new Set(declared) }
}

function said(from: string, specifier: string): string {
  return brokenRules(importsOf(from, `import '${specifier}'`, packages), packages)
    .map(sentence => sentence.replace(/^.*?: /, ''))
    .join('; ')
}

const broken = [
  ['contract/kinds/note.ts', 'node:fs', /contract\/ imports typebox/],
  ['contract/kinds/note.ts', 'fastify', /not declared.*contract\/ imports typebox/],
  ['drawing/scene.ts', '@napi-rs/canvas', /drawing\/ imports the contract/],
  ['web/page.tsx', '@house/server/ids', /never import the server/],
  ['client/index.ts', '@house/server', /not declared.*never import the server/],
  ['server/http/serve.ts', '../workspaces/workspaces.ts', /import no noun folder/],
  ['server/live/room.ts', '../objects/change.ts', /import no noun folder/],
  ['server/users/users.ts', '../workspaces/workspace-store.ts', /only from its own folder/],
  ['server/app.ts', './workspaces/workspace-store.ts', /only from its own folder/],
  ['server/app.ts', 'kysely', /speak SQL/],
  ['server/users/users.ts', 'kysely', /speak SQL/],
  ['server/app.ts', 'fastify', /fastify is imported only/],
  ['server/users/users.ts', '@fastify/multipart', /fastify is imported only/],
  ['server/http/serve.ts', 'ws', /ws is imported only/],
  ['server/users/users.ts', '../../contract/index.ts', /crosses the border/],
  ['server/users/users.test.ts', '../../contract/index.ts', /crosses the border/],
  ['server/users/users.ts', 'left-pad', /not declared/],
  ['server/users/users.test.ts', 'left-pad', /not declared/],
  ['bench/run.ts', 'fastify', /not declared/],
  ['scripts/check.ts', './check.ts', /^scripts\/check\.ts → scripts\/check\.ts$/],
] as const

for (const [from, specifier, rule] of broken) {
  test(`${from} may not import ${specifier}`, () => assert.match(said(from, specifier), rule))
}

const fine = [
  ['contract/kinds/note.ts', 'typebox'],
  ['contract/kinds/note.ts', '../kind.ts'],
  ['contract/kinds/note.test.ts', 'node:test'],
  ['drawing/scene.ts', '@house/contract/kinds/note'],
  ['drawing/testing/paint.ts', '@napi-rs/canvas'],
  ['web/page.tsx', '@house/client'],
  ['server/app.ts', './workspaces/workspaces.ts'],
  ['server/http/serve.ts', '../events/record-event.ts'],
  ['server/workspaces/workspaces.ts', './workspace-store.ts'],
  ['server/users/users.test.ts', '../workspaces/workspace-store.ts'],
  ['server/testing/world.ts', '../workspaces/workspace-store.ts'],
  ['server/users/user-store.ts', 'kysely'],
  ['server/db/migrations/0001.ts', 'kysely'],
  ['server/http/uploads.ts', '@fastify/multipart'],
  ['server/live/socket.ts', 'ws'],
  ['server/users/users.ts', '@house/server/ids'],
  ['bench/run.ts', '../server/app.ts'],
  ['e2e/story.test.ts', '@house/client'],
] as const

for (const [from, specifier] of fine) {
  test(`${from} may import ${specifier}`, () => assert.equal(said(from, specifier), ''))
}

test('a circle through types alone is a circle', () => {
  const imports = [
    ...importsOf('server/a.ts', `import type { B } from './b.ts'`, packages),
    ...importsOf('server/b.ts', `import type { A } from './a.ts'`, packages),
  ]
  assert.deepEqual(brokenRules(imports, packages), ['a circle: server/a.ts → server/b.ts → server/a.ts'])
})

test('a circle between packages is a circle', () => {
  const imports = [
    ...importsOf('client/index.ts', `import '@house/contract/live'`, packages),
    ...importsOf('contract/live.test.ts', `import '@house/client'`, packages),
    ...importsOf('contract/live.ts', `import './live.test.ts'`, packages),
  ]
  const circle = 'client/index.ts → contract/live.ts → contract/live.test.ts → client/index.ts'
  assert.ok(brokenRules(imports, packages).includes(`a circle: ${circle}`))
})
