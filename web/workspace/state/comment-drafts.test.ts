import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCommentDrafts } from './comment-drafts.ts'

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    values,
  }
}

test('[WEB-101] a draft is kept for each place until it is removed, also when the page is opened again', () => {
  const storage = memory()
  const drafts = openCommentDrafts('1 board', storage)
  drafts.write({ on: 'note' }, 'about the note')
  drafts.write({ at: { x: 1, y: -2 } }, 'at a point')
  drafts.write({ replyTo: 'first' }, 'an answer')
  drafts.write({ edit: 'first' }, '')
  const again = openCommentDrafts('1 board', storage)
  assert.deepEqual(
    [...again.get().values()].map(({ text }) => text),
    ['about the note', 'at a point', 'an answer', ''],
  )
  assert.equal(again.find({ at: { x: 1, y: -2 } })?.text, 'at a point')
  assert.equal(openCommentDrafts('2 board', storage).get().size, 0)
  again.write({ on: 'note' }, '')
  again.remove({ at: { x: 1, y: -2 } })
  again.remove({ replyTo: 'first' })
  again.remove({ edit: 'first' })
  assert.equal(storage.values.size, 0)
})

test('[WEB-101] a draft that waits to be sent keeps its key until its text changes', () => {
  const storage = memory()
  const drafts = openCommentDrafts('1 board', storage)
  drafts.hold({ on: 'note' }, 'later', 'key')
  assert.equal(openCommentDrafts('1 board', storage).find({ on: 'note' })?.sendKey, 'key')
  drafts.release({ on: 'note' })
  assert.deepEqual(drafts.find({ on: 'note' }), { target: { on: 'note' }, text: 'later', sendKey: null })
  drafts.hold({ on: 'note' }, 'later', 'key')
  drafts.write({ on: 'note' }, 'later, changed')
  assert.equal(drafts.find({ on: 'note' })?.sendKey, null)
})

test('[WEB-101] the latest drafts are kept, and invalid ones are ignored', () => {
  const storage = memory()
  const drafts = openCommentDrafts('1 board', storage)
  for (let index = 0; index < 60; index += 1) drafts.write({ on: `note ${index}` }, 'text')
  assert.equal(drafts.get().size, 50)
  assert.equal(drafts.find({ on: 'note 9' }), null)
  for (const stored of ['nonsense', '{}', '[1,{"text":"x"},null]']) {
    storage.setItem('comment-drafts 1 board', stored)
    assert.equal(openCommentDrafts('1 board', storage).get().size, 0)
  }
  assert.equal(openCommentDrafts('1 board', null).get().size, 0)
})
