// A text while it is being edited: sent after a pause, one step of undo, merged with the edits of others.

import { themes } from '@tessera/drawing'
import { applyChanges, updateObjects } from '../../actions/changes/object-changes.ts'
import { fieldOf, textFieldOf } from '../../objects/abilities.ts'
import { textBoxOf } from '../../objects/text-box.ts'
import type { OpenBoard } from '../../state/board.ts'
import { mergeText, movedCaret } from './merge-text.ts'

export interface TextDraft {
  type(text: string): void
  compose(isComposing: boolean): void
  /** Sends pending text and ends the step of undo. Closing again does nothing. */
  close(): void
}

/** The part of the text field that the draft uses. */
export interface TextInput {
  text(): string
  caret(): number
  replace(text: string, caret: number): void
}

const pauseMs = 300
/** The fields that are read of the text box do not depend on the view. */
const anyView = { zoom: 1, theme: themes.light }

export function textDraft(board: OpenBoard, id: string, input: TextInput): TextDraft {
  const { live } = board
  const name = textFieldOf(live.get(id) as never) as string
  const storedText = () => {
    const object = live.get(id)
    return object ? String(fieldOf(object, name)) : null
  }
  /** The last version that both sides had. */
  let base = storedText() ?? ''
  let typed = base
  let isComposing = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const gesture = `text ${id}`
  board.history.continueCreation(id, gesture)

  function send() {
    clearTimeout(timer)
    timer = undefined
    // It does not contain the latest edits of others yet.
    if (isComposing) return
    const object = live.get(id)
    const isEmptyLine = typed.trim() === '' && object && textBoxOf(object, typed, anyView)?.isSingleLine
    if (!object || typed === base || isEmptyLine) return
    base = typed
    updateObjects(board, [object], { [name]: typed }, gesture)
  }

  function scheduleSend() {
    if (!isComposing) timer ??= setTimeout(send, pauseMs)
  }

  /** Not during composition: replacing the text would abort it. */
  function mergeRemote() {
    const theirs = storedText()
    if (theirs === null || theirs === base || isComposing) return
    const merged = mergeText(base, typed, theirs)
    base = theirs
    if (merged === typed) return
    const caret = movedCaret(input.caret(), typed, merged)
    typed = merged
    input.replace(merged, caret)
    if (merged !== theirs) scheduleSend()
  }

  const stop = live.onChange(mergeRemote)

  return {
    type(text) {
      typed = text
      scheduleSend()
    },
    compose(next) {
      isComposing = next
      typed = input.text()
      mergeRemote()
      scheduleSend()
    },
    close() {
      if (isClosed) return
      isClosed = true
      stop()
      isComposing = false
      mergeRemote()
      send()
      const object = live.get(id)
      const isGone = object && typed.trim() === '' && textBoxOf(object, typed, anyView)?.isDeletedWhenEmpty
      if (isGone) applyChanges(board, [{ op: 'delete', id }], gesture)
      board.history.endGesture()
    },
  }
}
