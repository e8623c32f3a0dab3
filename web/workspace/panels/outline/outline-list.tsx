// The board as a list in reading order, with the objects on a canvas below it; a canvas can be collapsed to its title.
// Clicking an entry selects the object, Enter on the selected one opens it, Delete deletes it. Screen readers find the
// list even while the panel is closed.

import type { BoardObject } from '@tessera/client'
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react'
import { readingOrder } from '../../../canvas/reading-order.ts'
import { deleteObjects } from '../../actions/changes/object-changes.ts'
import { openObject } from '../../actions/placing/open-object.ts'
import { Icon } from '../../icons/icon.tsx'
import { describeObject } from '../../objects/describe-object.ts'
import { ObjectIcon } from '../../objects/object-icon.tsx'
import { type OpenBoard, useBoard } from '../../state/board.ts'
import { useBoardVersion, useRights } from '../../state/live-hooks.ts'
import { useObservable } from '../../state/observable.ts'
import { select } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import '../side-panel/panel-entry.css'
import './outline-list.css'

const pageSize = 100

export function OutlineList() {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const version = useDeferredValue(useBoardVersion())
  const selection = useObservable(board.selection)
  const { canEdit } = useRights()
  const [shown, setShown] = useState(pageSize)
  const list = useRef<HTMLUListElement>(null)
  const { live } = board
  const find = (id: string) => live.get(id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the map
  const entries = useMemo(() => readingOrder(live.objects.values()), [live, version])

  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const parents = useMemo(() => new Set(entries.flatMap(({ canvas }) => canvas?.id ?? [])), [entries])
  const isOpen = (id: string) => (parents.has(id) ? !collapsed.has(id) : undefined)
  const setOpen = (id: string, isOpen: boolean) =>
    setCollapsed(isOpen ? new Set([...collapsed].filter(one => one !== id)) : new Set([...collapsed, id]))

  // The list is one tab stop; arrow keys move between the entries, open and collapse.
  const listed = entries.filter(({ canvas }) => !canvas || !collapsed.has(canvas.id))
  const visible = listed.slice(0, shown)
  const stop = (visible.find(({ object }) => selection.includes(object.id)) ?? visible[0])?.object.id

  function press(event: KeyboardEvent, object: BoardObject) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const opens = event.key === 'ArrowRight' ? true : event.key === 'ArrowLeft' ? false : null
    if (step !== 0) walk(event, list.current, step)
    else if (opens !== null && isOpen(object.id) === !opens) setOpen(object.id, opens)
    else if ((event.key === 'Delete' || event.key === 'Backspace') && canEdit) {
      event.preventDefault()
      walk(event, list.current, -1)
      deleteObjects(board, [object])
    } else return
    event.stopPropagation()
  }

  return (
    <>
      <p className="side-panel-empty">{messages.outline.count(entries.length)}</p>
      <ul ref={list} className="outline-list">
        {visible.flatMap(({ object: { id }, canvas }) => {
          const object = live.get(id)
          return object ? (
            <li key={id} className={canvas ? 'outline-inside' : 'outline-entry'}>
              {isOpen(id) !== undefined && (
                <button
                  type="button"
                  className="outline-toggle"
                  tabIndex={-1}
                  aria-label={isOpen(id) ? messages.outline.collapse : messages.outline.expand}
                  onClick={() => setOpen(id, !isOpen(id))}
                >
                  <Icon name="next" />
                </button>
              )}
              <button
                type="button"
                className="found"
                aria-expanded={isOpen(id)}
                aria-current={selection.includes(id)}
                tabIndex={id === stop ? 0 : -1}
                onClick={() => choose(board, object)}
                onKeyDown={event => press(event, object)}
              >
                <ObjectIcon object={object} />
                <span>{describeObject(object, live.commentsOn(id).length, messages, find)}</span>
              </button>
            </li>
          ) : (
            []
          )
        })}
      </ul>
      {listed.length > shown && (
        <button type="button" className="found-more" onClick={() => setShown(shown + pageSize)}>
          {messages.outline.more(listed.length - shown)}
        </button>
      )}
    </>
  )
}

function walk(event: KeyboardEvent, list: HTMLElement | null, step: number) {
  const buttons = [...(list?.querySelectorAll<HTMLButtonElement>('.found') ?? [])]
  event.preventDefault()
  buttons[buttons.indexOf(event.currentTarget as HTMLButtonElement) + step]?.focus()
}

/** The first time, the object is selected and brought into view; the second time it is opened. */
function choose(board: OpenBoard, object: BoardObject) {
  if (board.selection.get().includes(object.id)) return openObject(board, object)
  select(board, [object.id])
  const box = board.view.get()?.boundsOf(object.id)
  if (box) board.view.get()?.reveal(box, { animate: true })
}
