import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyObject, Event } from '@tessera/client'
import { marksIn } from '../marks.ts'
import { differences } from './check-clients.ts'
import { differencesFromLog, holesIn } from './check-logs.ts'

const note = (id: string, version: number, text: string) =>
  ({ kind: 'note', id, version, text }) as unknown as AnyObject
const event = (seq: number, type: string, object: AnyObject) =>
  ({ seq, id: `event-${seq}`, type, note: object }) as unknown as Event

const log = [
  event(1, 'NOTE_CREATE', note('a', 1, 'one')),
  event(2, 'NOTE_UPDATE', note('a', 2, 'two\nand a second line')),
  event(3, 'NOTE_CREATE', note('b', 1, 'three')),
  event(4, 'NOTE_DELETE', note('b', 1, 'three')),
]
const objects = [note('a', 2, 'two\nand a second line')]

test('[OPS-71] a complete log has no violation, and its marks are counted once each', () => {
  assert.deepEqual(
    [...holesIn({ board: 'x', events: log }), ...differencesFromLog({ board: 'x', events: log, objects })],
    [],
  )
  assert.deepEqual(
    [...marksIn(log)],
    [
      ['one', 1],
      ['two', 1],
      ['three', 1],
      ['deletion of b', 1],
    ],
  )
})

test('[OPS-71] a hole, a duplicate, a lost update and a different object are found', () => {
  const [first, second, third] = log as [Event, Event, Event, Event]
  assert.deepEqual(holesIn({ board: 'x', events: [first, third] }), ['x: event 2 has the number 3'])
  assert.deepEqual(holesIn({ board: 'x', events: [first, { ...second, id: first.id }] }), [
    'x: the event event-1 is there twice',
  ])
  const compare = (events: Event[], found: AnyObject[]) => differencesFromLog({ board: 'x', events, objects: found })
  assert.deepEqual(compare([first, event(2, 'NOTE_UPDATE', note('a', 3, 'z'))], [note('a', 3, 'z')]), [
    'x: a has version 3 after 1',
  ])
  assert.deepEqual(compare([first], []), ['x: a is in the log and not there'])
  assert.deepEqual(compare(log, [...objects, note('b', 1, 'three')]), ['x: b has version 1, in the log it is gone'])
})

test('[OPS-71] the state of a client is compared with the state of the server', () => {
  const shown = (...list: AnyObject[]) => new Map(list.map(object => [object.id, object]))
  assert.deepEqual(differences(shown(...objects), { objects }), [])
  assert.deepEqual(differences(shown(note('a', 2, 'old'), note('c', 1, '')), { objects }), [
    'a is shown differently',
    'c is shown and not there',
  ])
  assert.deepEqual(differences(shown(), { objects }), ['a is not shown'])
})
