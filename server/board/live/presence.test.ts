// Tests the presence messages of a workspace, without sockets.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newParticipant, Presence } from './presence.ts'

const ann = { connection: 'a', id: 1, email: 'ann@example.com', first_name: 'Ann', last_name: 'Tester' } as const

/** Presence with Ann in it, already sent to all. */
function withAnn(): Presence {
  const presence = new Presence()
  presence.onUpdate = () => {}
  presence.put(newParticipant({ ...ann, type: 'app' }))
  presence.takeUpdates()
  return presence
}

const cursorsIn = (messages: readonly string[]) =>
  messages.flatMap(text => (JSON.parse(text) as { people: { cursor: unknown }[] }).people.map(({ cursor }) => cursor))

test('[LIV-10] a participant is always sent as a whole', () => {
  const presence = withAnn()
  presence.update('a', { cursor: { x: 1, y: 2 } })
  const [update] = presence.takeUpdates()
  assert.deepEqual(JSON.parse(update as string), {
    type: 'presence',
    people: [{ ...ann, type: 'app', cursor: { x: 1, y: 2 }, view: null, selection: [], leader: false }],
    left: [],
  })
  presence.update('a', { type: 'viewer', following: 7 })
  const [later] = JSON.parse(presence.takeUpdates()[0] as string).people
  assert.deepEqual([later.type, later.following, later.cursor], ['viewer', 7, { x: 1, y: 2 }])
})

test('an update that is about to be overwritten can be sent first', () => {
  const presence = withAnn()
  const sent: unknown[] = []
  presence.onOverwrite = () => sent.push(...cursorsIn(presence.takeUpdates()))
  presence.update('a', { cursor: { x: 1, y: 1 } })
  assert.deepEqual(sent, [])
  presence.update('a', { cursor: { x: 2, y: 2 } })
  assert.deepEqual(sent, [{ x: 1, y: 1 }])
  assert.deepEqual(cursorsIn(presence.takeUpdates()), [{ x: 2, y: 2 }])
})
