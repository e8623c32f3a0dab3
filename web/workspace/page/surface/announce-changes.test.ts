import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../../testing/board-object.ts'
import { summarizeEvents } from './announce-changes.ts'

const actor = (id: number, first_name: string) => ({
  id,
  email: `${id}@example.com`,
  first_name,
  last_name: 'Tester',
  via: null,
})
const event = (seq: number, type: string, person = actor(1, 'Ann'), more: object = {}) => ({
  id: String(seq),
  seq,
  type,
  created_at: '2026-01-01T00:00:00.000Z',
  actor: person,
  ...more,
})

test('[WEB-8] changes of other users are announced per person, and an object that moves ten times counts once', () => {
  const note = boardObject('note', { id: 'n' })
  const moves = Array.from({ length: 10 }, (_, index) => event(index, 'NOTE_UPDATE', actor(1, 'Ann'), { note }))
  const others = [
    event(11, 'TEXT_CREATE'),
    event(12, 'TEXT_CREATE'),
    event(13, 'COMMENT_CREATE', actor(2, 'Bob')),
    event(14, 'IMAGE_DELETE', actor(2, 'Bob')),
    event(15, 'WORKSPACE_UPDATE', actor(2, 'Bob')),
  ]
  assert.equal(
    summarizeEvents([...moves, ...others]),
    'Ann Tester: added 2 objects, changed an object. Bob Tester: deleted an object, added a comment.',
  )
  assert.equal(summarizeEvents([event(1, 'WORKSPACE_UPDATE')]), '')
})

test('[WEB-102] edited, resolved, reopened and deleted comments of others are announced, each once', () => {
  const at = '2026-01-01T00:00:00.000Z'
  const comment = (id: string, more: object = {}) => ({ comment: { id, updated_at: '', resolved: false, ...more } })
  const ann = actor(1, 'Ann')
  const events = [
    event(1, 'COMMENT_UPDATE', ann, comment('1', { updated_at: at })),
    event(2, 'COMMENT_UPDATE', ann, comment('1', { updated_at: at })),
    event(3, 'COMMENT_UPDATE', ann, comment('2', { resolved: true })),
    event(4, 'COMMENT_UPDATE', ann, comment('3')),
    event(5, 'COMMENT_DELETE', ann, comment('4')),
    event(6, 'COMMENT_DELETE', ann, comment('5')),
  ] as never[]
  assert.equal(
    summarizeEvents(events),
    'Ann Tester: resolved a thread, reopened a thread, edited a comment, deleted 2 comments.',
  )
})
