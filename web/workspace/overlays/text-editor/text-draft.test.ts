// Merging the edits of two users while one of them is composing a character.

import assert from 'node:assert/strict'
import { mock, type TestContext, test } from 'node:test'
import type { BoardObject, Change } from '@tessera/client'
import type { OpenBoard } from '../../state/board.ts'
import { boardObject } from '../../testing/board-object.ts'
import { textDraft } from './text-draft.ts'

/** A note that is being edited, on a board that applies changes at once. */
function start(t: TestContext, text: string) {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  let note: BoardObject = boardObject('note', { text })
  const listeners = new Set<() => void>()
  const set = (words: string) => {
    note = { ...note, text: words } as BoardObject
    for (const listener of listeners) listener()
  }
  const board = {
    live: {
      get: () => note,
      role: { can_edit_workspace: true },
      onChange(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    history: {
      change([first]: [Change & { op: 'update' }]) {
        set(String(first.data.text))
        return { ids: [note.id], results: Promise.resolve([]) }
      },
      continueCreation() {},
      endGesture() {},
    },
  } as unknown as OpenBoard
  const field = { value: text }
  const draft = textDraft(board, note.id, {
    text: () => field.value,
    caret: () => field.value.length,
    replace(words) {
      field.value = words
    },
  })
  const type = (words: string) => {
    field.value = words
    draft.type(words)
  }
  const words = () => ('text' in note ? note.text : null)
  return { draft, field, type, words, write: set }
}

test('[WEB-1] an edit of another user during composition is merged when the composition ends', t => {
  const { draft, field, type, words, write } = start(t, 'one')
  draft.compose(true)
  type('one two')
  write('zero one')
  assert.equal(field.value, 'one two', 'the composition is not disturbed')
  draft.compose(false)
  mock.timers.tick(1_000)
  assert.deepEqual([words(), field.value], ['zero one two', 'zero one two'])
})

test('[WEB-1] text typed just before a composition is sent after it, and overwrites nothing', t => {
  const { draft, type, words, write } = start(t, 'one')
  type('one tw')
  draft.compose(true)
  write('zero one')
  mock.timers.tick(1_000)
  assert.equal(words(), 'zero one')
  type('one two')
  draft.close()
  assert.equal(words(), 'zero one two')
})
