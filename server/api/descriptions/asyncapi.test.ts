// The AsyncAPI document: the parser of AsyncAPI accepts it, its examples fit the contract, and so do real messages.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Parser } from '@asyncapi/parser'
import { clientMessages, serverMessages } from '@tessera/contract/live'
import { Compile } from 'typebox/compile'
import { Compile as compileSchema } from 'typebox/schema'
import { openLive } from '../../testing/live-client.ts'
import { readSample } from '../../testing/sample-file.ts'
import { world } from '../../testing/world.ts'
import { asyncApiDocument } from './asyncapi.ts'
import { liveExamples, liveMeanings } from './asyncapi-messages.ts'

test('[DSC-5] the parser of AsyncAPI reports nothing', async () => {
  const { diagnostics } = await new Parser().parse(JSON.stringify(asyncApiDocument()))
  assert.deepEqual(
    diagnostics.map(one => one.message),
    [],
  )
})

test('[DSC-5] every message has a meaning and an example that fits', () => {
  for (const [side, table] of Object.entries({ client: clientMessages, server: serverMessages })) {
    for (const [type, schema] of Object.entries(table)) {
      const name = `${side}_${type}`
      assert.ok(liveMeanings[name], name)
      assert.ok(Compile(schema).Check({ type, ...liveExamples[name] }), name)
    }
  }
})

test('[DSC-5] the messages of a session match the document, in both directions', async () => {
  const there = await world()
  const { ann, bob, vic, board } = there
  const { note } = await ann.notes.create(board, { text: 'before' })
  await ann.images.create(board, { image: { data: await readSample('animated.png'), name: 'picture.png' } })
  await ann.comments.create(board, 'notes', note.id, { text: 'A comment' })
  await using live = await openLive(there, bob)
  await using viewer = await openLive(there, vic)
  const sent: Message[] = [{ type: 'hello', token: bob.token, after: null }]
  const say = (message: Message) => {
    sent.push(message)
    live.send(message)
  }

  say({ type: 'change', id: 'a', changes: everyOp(note.id) })
  await live.next('done')
  say({ type: 'change', id: 'b', changes: [{ op: 'delete', id: '0'.repeat(24) }] })
  await live.next('refused')
  say({ type: 'presence', cursor: { x: 1, y: 2 }, selection: [note.id], moving: [{ id: note.id, x: 5, y: 6 }] })
  await viewer.next('presence', ({ people }) => people.some(person => person.moving?.length === 1))
  say({ type: 'lead', on: true })
  await viewer.next('leader', ({ user_id }) => user_id === bob.id)
  say({ type: 'follow', user_id: vic.id })
  say({ type: 'ping' })
  await live.next('pong')
  viewer.send({ type: 'lead', on: true })
  await viewer.next('error')
  await ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 5 })
  await live.next('role')

  const received = [...live.messages, ...viewer.messages]
  for (const [side, messages, table] of [
    ['client', sent, clientMessages],
    ['server', received, serverMessages],
  ] as const) {
    assert.deepEqual([...new Set(messages.map(({ type }) => type))].sort(), Object.keys(table).sort())
    for (const type of Object.keys(table)) {
      const name = `${side}_${type}`
      const schema = compileSchema({ ...document, $ref: `#/components/messages/${name}/payload` })
      assert.equal(schema.Check({ type: 'another' }), false, name)
      for (const message of messages.filter(one => one.type === type)) {
        assert.deepEqual(schema.Errors(message)[1], [], name)
      }
    }
  }
})

type Message = { type: string; [field: string]: unknown }

const document = asyncApiDocument()

/** Every kind that a list can create, and every other op. */
const everyOp = (note: string) => [
  { op: 'create', kind: 'note', ref: 'a', data: { text: 'A' } },
  { op: 'create', kind: 'shape', ref: 'b', data: { text: 'B', x: 800 } },
  { op: 'create', kind: 'connector', data: { from: { id: { ref: 'a' } }, to: { id: { ref: 'b' }, anchor: [0, 0.5] } } },
  { op: 'create', kind: 'connector', data: { from: { id: note }, to: { x: 10, y: 20 } } },
  { op: 'create', kind: 'text', data: { text: 'C' } },
  { op: 'create', kind: 'browser', data: { url: 'https://example.com/' } },
  { op: 'create', kind: 'canvas', data: { name: 'D' } },
  { op: 'create', kind: 'stroke', data: { points: [1, 2, 3, 4], targetId: { ref: 'a' } } },
  { op: 'group', ids: [note, { ref: 'a' }] },
  { op: 'order', ids: [note], to: 'back' },
  { op: 'update', id: { ref: 'b' }, data: { text: 'E' } },
  { op: 'delete', id: note },
  { op: 'restore', id: note },
]
