// The text field that edits an object, laid exactly over it. Edits are sent while the user types, and edits of others
// are merged in; nothing is sent while a character is being composed.

import type { BoardObject } from '@tessera/client'
import { type Drawable, fontStacks, frameOf, lineHeightFactor, themes } from '@tessera/drawing'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BoardView } from '../../../canvas/board-view.ts'
import { useTheme } from '../../../ui/theme.ts'
import { continueNotes } from '../../actions/placing/continue-notes.ts'
import { workspaceKindOf } from '../../kinds/index.ts'
import type { TextBox } from '../../kinds/kind-definition.ts'
import { fieldOf, textFieldOf } from '../../objects/abilities.ts'
import type { NextSide } from '../../objects/next-object.ts'
import { textBoxOf } from '../../objects/text-box.ts'
import { noOverrides, type OpenBoard, useBoard } from '../../state/board.ts'
import { useObject } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { editForKey, type TextEdit } from './mark-keys.ts'
import { type TextDraft, textDraft } from './text-draft.ts'
import { useReadableZoom } from './use-readable-zoom.ts'
import './text-editor.css'

export function TextEditor() {
  const board = useBoard()
  const id = useObservable(board.editedId)
  const object = useObject(id)
  const view = useObservable(board.view)
  useEffect(() => {
    if (id !== null && !object) board.editedId.set(null)
  }, [board, id, object])
  if (id === null || !object || !view) return null
  // Keyed by the id it was opened with: a new object gets its real id while the user types.
  return <OpenEditor key={id} id={id} object={object} board={board} view={view} />
}

interface OpenEditorProps {
  readonly id: string
  readonly object: BoardObject
  readonly board: OpenBoard
  readonly view: BoardView
}

function OpenEditor({ id, object, board, view }: OpenEditorProps) {
  const messages = useWorkspaceMessages()
  const field = useRef<HTMLTextAreaElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(String(fieldOf(object, textFieldOf(object) as string) ?? ''))
  const draft = useDraft(board, id, field, setText)
  const theme = useTheme()
  const textBox = textBoxOf(object, text, { zoom: view.camera.zoom, theme: themes[theme] })
  useFollowObject(view, textBox?.paintedBelow ?? object, frame)
  usePaintedBelow(board, object.id, textBox)
  useReadableZoom(view, object, textBox)
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
    if (board.caretStart.get() === 'all') field.current?.select()
    else field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
    board.caretStart.set('all')
  }, [board])
  if (!textBox) return null

  function press(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const edit = textBox?.hasMarks && field.current ? editForKey(stateOf(field.current), event) : null
    if (edit && field.current) {
      event.preventDefault()
      return applyEdit(field.current, edit)
    }
    const isEnd = event.key === 'Enter' && (textBox?.isSingleLine || event.ctrlKey || event.metaKey)
    if (event.key !== 'Escape' && event.key !== 'Tab' && !isEnd) return
    event.preventDefault()
    const side = event.key === 'Escape' || !workspaceKindOf(object).isContinuedByTab ? null : sideOf(event)
    if (side) {
      // Called before the next object is created, so that each has its own step of undo.
      draft.current?.close()
      return continueNotes(board, object, side)
    }
    board.editedId.set(null)
    view.element.focus({ preventScroll: true })
  }

  return (
    <div className="text-editor" ref={frame}>
      <textarea
        ref={field}
        className="text-editor-field"
        aria-label={messages.editing.label}
        rows={1}
        spellCheck
        value={text}
        style={styleOf(textBox)}
        onChange={event => {
          setText(event.target.value)
          draft.current?.type(event.target.value)
        }}
        onCompositionStart={() => draft.current?.compose(true)}
        onCompositionEnd={() => draft.current?.compose(false)}
        onKeyDown={press}
        onBlur={() => board.editedId.set(null)}
      />
    </div>
  )
}

const stateOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
})

/** Inserts it as if it was typed, so that the undo of the field reverts it. */
function applyEdit(field: HTMLTextAreaElement, { from, to, insert, start, end }: TextEdit) {
  if (field.value.slice(from, to) === insert) return
  field.setSelectionRange(from, to)
  document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert)
  field.setSelectionRange(start, end)
}

const sideOf = ({ key, shiftKey }: KeyboardEvent): NextSide => (key === 'Enter' ? 'below' : shiftKey ? 'left' : 'right')

function styleOf({ box, paddingTop, font, align, color, background, isUppercase, wraps, isSingleLine }: TextBox) {
  return {
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    paddingTop: `${paddingTop}px`,
    paddingLeft: isSingleLine ? `${font.fontSize * 0.6}px` : 0,
    // The font shorthand would reset the line height.
    fontFamily: fontStacks[font.fontFamily],
    fontSize: `${font.fontSize}px`,
    fontWeight: font.fontWeight,
    fontStyle: font.fontStyle,
    lineHeight: lineHeightFactor,
    textAlign: align,
    color,
    caretColor: color,
    background,
    textTransform: isUppercase ? 'uppercase' : 'none',
    whiteSpace: wraps ? 'pre-wrap' : 'pre',
  } as const
}

/** The draft lives as long as the editor, and is sent when it closes. */
function useDraft(
  board: OpenBoard,
  id: string,
  field: { readonly current: HTMLTextAreaElement | null },
  show: (text: string) => void,
) {
  const draft = useRef<TextDraft | null>(null)
  useEffect(() => {
    const opened = textDraft(board, id, {
      text: () => field.current?.value ?? '',
      replace(text, caret) {
        show(text)
        requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret))
      },
      caret: () => field.current?.selectionStart ?? 0,
    })
    draft.current = opened
    return () => {
      draft.current = null
      opened.close()
    }
  }, [board, id, field, show])
  return draft
}

/** Keeps the field on the object while the camera moves, without rendering. It is rotated about the object's middle. */
function useFollowObject(view: BoardView, object: Drawable, frame: { readonly current: HTMLDivElement | null }) {
  useLayoutEffect(() => {
    const { x, y, width, height, scale, rotation = 0 } = frameOf(object)
    const update = () => {
      const zoom = view.camera.zoom * scale
      const middle = view.boardToScreen({ x: x + (width * scale) / 2, y: y + (height * scale) / 2 })
      frame.current?.style.setProperty(
        'transform',
        `translate(${middle.x}px, ${middle.y}px) rotate(${rotation}deg) scale(${zoom}) translate(${-width / 2}px, ${-height / 2}px)`,
      )
    }
    update()
    return view.onCamera(update)
  }, [view, object, frame])
}

function usePaintedBelow(board: OpenBoard, id: string, textBox: TextBox | null) {
  const below = useRef(textBox?.paintedBelow)
  below.current = textBox?.paintedBelow
  const key = textBox ? JSON.stringify(textBox.paintedBelow) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: repainted only if it looks different
  useEffect(() => {
    if (below.current) {
      // An object without an order is in front of everything while it is edited, like the field.
      const { order: _, ...shown } = below.current
      board.overrides.set(new Map([[id, shown as Drawable]]))
    }
    return () => board.overrides.set(noOverrides)
  }, [board, id, key])
}
