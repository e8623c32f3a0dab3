// The compiler checks most of this file: it fails if a valid call has an error, or an invalid one has none.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client, Note, Organization, Workspace } from '@tessera/client'
import { allOperations } from '@tessera/contract'
import { ok, startWire } from '../testing/wire-server.ts'

/** Only compiles where both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const isTrue = <T extends true>(value: T) => assert.equal(value, true)

test('[CLI-1] arguments and replies are typed by the contract', async t => {
  const { client, received } = await startWire(t, () =>
    ok({ note: { text: 'hello' }, organization: { name: 'Tessera' }, workspace: { properties: {} }, id: 'l' }),
  )
  const { note } = await client.notes.create('w', { text: 'hello', backgroundColor: 'Gold' })
  const color: 'Beige' | 'Blue' | 'Gold' | 'Grey' | 'Red' | 'Teal' | 'Yellow' = note.backgroundColor
  const text: string = note.text
  const { organization } = await client.organizations.get(1)
  const listener = await client.listeners.create({ url: 'https://example.org', workspaceId: 'w', eventTypes: ['ALL'] })
  const id: string = listener.id
  const { workspace } = await client.workspaces.get('w')
  isTrue<Same<typeof organization, Organization>>(true)
  isTrue<Same<(typeof workspace)['properties'], Workspace>>(true)
  assert.deepEqual([text, color, organization.name, id], ['hello', undefined, 'Tessera', 'l'])
  assert.equal(received.length, 4)
})

test('[CLI-1] what an operation does not take does not compile', async t => {
  const { client, received } = await startWire(t)
  const mistakes = [
    // @ts-expect-error a note needs a text
    client.notes.create('w', {}),
    // @ts-expect-error a note needs a body
    client.notes.create('w'),
    // @ts-expect-error no such color
    client.notes.create('w', { text: 'a', backgroundColor: 'Pink' }),
    // @ts-expect-error the width of a note cannot be set
    client.notes.update('w', 'n', { width: 5 }),
    // @ts-expect-error ids of organizations are numbers
    client.organizations.get('1'),
    // @ts-expect-error a user is a number or "me"
    client.users.get('you'),
    // @ts-expect-error the workspace is missing
    client.notes.get('n'),
    // @ts-expect-error no such order
    client.users.listWorkspaces('me', { order_by: 'shoe_size' }),
    // @ts-expect-error a document needs a file
    client.documents.create('w', { title: 'a' }),
    // @ts-expect-error an image is either sent or fetched
    client.images.create('w', { image: new Uint8Array(), url: 'https://example.org' }),
    // @ts-expect-error an image needs one of the two
    client.images.create('w', { x: 5 }),
    // @ts-expect-error no such option
    client.workspaces.publish('w', { retry: 5 }),
  ]
  const outcomes = await Promise.allSettled(mistakes)
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, received.length)
})

test('[CLI-3] the items of a walk are typed', () => {
  type Item<List extends { all: (...args: never[]) => unknown }> =
    ReturnType<List['all']> extends AsyncGenerator<infer One> ? One : never
  isTrue<Same<Item<Client['notes']['list']>, Note>>(true)
  isTrue<Same<Item<Client['users']['listWorkspaces']>, Workspace>>(true)
  const seq: Item<Client['events']['list']>['seq'] = 5
  const kind: Item<Client['objects']['list']>['kind'] = 'note'
  assert.deepEqual([seq, kind], [5, 'note'])
})

test('the operations that take a file are those whose types say so', () => {
  const taking = allOperations
    .filter(({ upload }) => upload)
    .map(({ method, path, upload }) => [method, path, upload?.field])
  assert.deepEqual(taking, [
    ['POST', '/workspaces/:workspace_id/images', 'image'],
    ['POST', '/workspaces/:workspace_id/documents', 'document'],
    ['POST', '/users/:user_id/avatar', 'avatar'],
    ['POST', '/workspaces/:workspace_id/imports', 'file'],
  ])
})
