// If-Match: an object is changed only at the expected version.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { world } from '../../testing/world.ts'

test('[CHG-10] with If-Match a change is made only at that version', async () => {
  const { ann, bob, board } = await world()
  const { note } = await ann.notes.create(board, { text: 'one' })
  const { note: second } = await bob.notes.update(board, note.id, { text: 'two' }, { ifMatch: 1 })
  assert.equal(second.version, 2)
  await refused(ann.notes.update(board, note.id, { text: 'three' }, { ifMatch: 1 }), 412, 'PreconditionFailed')
  await refused(ann.notes.update(board, note.id, {}, { ifMatch: 3 }), 412, 'PreconditionFailed')
  await refused(ann.notes.delete(board, note.id, { ifMatch: 1 }), 412, 'PreconditionFailed')
  assert.deepEqual((await ann.notes.get(board, note.id)).note, second)
  await ann.notes.delete(board, note.id, { ifMatch: 2 })
  await refused(ann.notes.delete(board, note.id, { ifMatch: 2 }), 404, 'ResourceNotFound')
  assert.equal((await ann.events.list(board)).events.length, 3)
})

test('[CHG-10] [ERR-3] of several concurrent updates with the same version exactly one succeeds', async () => {
  const { ann, bob, board } = await world()
  const { note } = await ann.notes.create(board, { text: 'start' })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? ann : bob).notes.update(board, note.id, { text: `${index}` }, { ifMatch: 1 }),
    ),
  )
  const refusals = outcomes.filter(outcome => outcome.status === 'rejected')
  assert.deepEqual(new Set(refusals.map(outcome => outcome.reason.status)), new Set([412]))
  assert.equal(refusals.length, 19)
  assert.equal((await ann.notes.get(board, note.id)).note.version, 2)
})

test('[CHG-10] If-Match may be unquoted or a star, and is ignored by other operations', async () => {
  const { ann, board, send } = await world()
  const { note } = await ann.notes.create(board, { text: 'one' })
  const path = `/api/workspaces/${board}/notes/${note.id}`
  const put = (value: string, body = '{}') =>
    send(path, { as: ann, method: 'PUT', body, headers: { 'content-type': 'application/json', 'if-match': value } })
  for (const value of ['1', '"1"', 'W/"1"', '*', ' "1" ']) assert.equal((await put(value)).status, 200, value)
  for (const value of ['"2"', '"9999999999"', '0']) assert.equal((await put(value)).status, 412, value)
  for (const value of ['"one"', '""', '-1', '1, 2', '1.5']) assert.equal((await put(value)).status, 400, value)
  assert.equal((await send(path, { as: ann, headers: { 'if-match': '"one"' } })).status, 200)
})
