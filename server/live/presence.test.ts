// Who is told of what about people in a workspace, before any socket is involved.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newlyPresent, People } from './presence.ts'

const ann = { connection: 'a', id: 1, email: 'ann@example.com', first_name: 'Ann', last_name: 'Tester' } as const

/** With Ann in it, of whom everybody knows. */
function withAnn(): People {
  const people = new People()
  people.onNews = () => {}
  people.put(newlyPresent({ ...ann, type: 'app' }))
  people.takeNews()
  return people
}

const cursorsIn = (messages: readonly string[]) =>
  messages.flatMap(text => (JSON.parse(text) as { people: { cursor: unknown }[] }).people.map(({ cursor }) => cursor))

test('[LIV-10] a person is told of whole, however little has changed', () => {
  const people = withAnn()
  people.move('a', { cursor: { x: 1, y: 2 } })
  const [news] = people.takeNews()
  assert.deepEqual(JSON.parse(news as string), {
    type: 'presence',
    people: [{ ...ann, type: 'app', cursor: { x: 1, y: 2 }, view: null, selection: [], leader: false }],
    left: [],
  })
  people.move('a', { type: 'viewer', following: 7 })
  const [later] = JSON.parse(people.takeNews()[0] as string).people
  assert.deepEqual([later.type, later.following, later.cursor], ['viewer', 7, { x: 1, y: 2 }])
})

test('whoever is about to move again can have the last move told first', () => {
  const people = withAnn()
  const told: unknown[] = []
  people.onOvertaking = () => told.push(...cursorsIn(people.takeNews()))
  people.move('a', { cursor: { x: 1, y: 1 } })
  assert.deepEqual(told, [])
  people.move('a', { cursor: { x: 2, y: 2 } })
  assert.deepEqual(told, [{ x: 1, y: 1 }])
  assert.deepEqual(cursorsIn(people.takeNews()), [{ x: 2, y: 2 }])
})
