// The menu where a connector was dropped on the empty board: the objects that can be created at its end. The first
// entry is focused, so that Enter chooses it; Escape and a press elsewhere keep the free end.

import { kinds } from '@tessera/contract'
import type { ShapeForm } from '@tessera/drawing'
import { useLayoutEffect, useRef } from 'react'
import { MenuList } from '../../../ui/menu-list.tsx'
import { createConnector } from '../../actions/connecting/connect-objects.ts'
import { createAtEnd, type OfferedKind } from '../../actions/connecting/quick-flow.ts'
import { initialDataOf } from '../../actions/placing/place-object.ts'
import { FormIcon } from '../../icons/form-icon.tsx'
import { Icon } from '../../icons/icon.tsx'
import { noOverrides, type OpenBoard, useBoard } from '../../state/board.ts'
import type { ConnectorOffer } from '../../state/connecting.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { menuPosition } from '../menu/menu-position.ts'
import '../menu/board-menu.css'

export default function ConnectorOfferMenu({ offer }: { offer: ConnectorOffer }) {
  const board = useBoard()
  const messages = useWorkspaceMessages()
  const list = useRef<HTMLDivElement>(null)
  const isTaken = useRef(false)
  const { from, to, at } = offer
  const form = formOf(board, offer)

  useLayoutEffect(() => {
    const menu = list.current
    if (!menu) return
    const size = { width: menu.offsetWidth, height: menu.offsetHeight }
    const { x, y } = menuPosition(size, at, { width: window.innerWidth, height: window.innerHeight })
    menu.style.setProperty('left', `${x}px`)
    menu.style.setProperty('top', `${y}px`)
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }, [at])

  useLayoutEffect(() => {
    const closing = new AbortController()
    const options = { signal: closing.signal, capture: true }
    const keep = ({ target }: Event) => {
      if (target instanceof Node && list.current?.contains(target)) return
      keepFreeEnd(board, offer)
    }
    window.addEventListener('pointerdown', keep, options)
    window.addEventListener('wheel', keep, options)
    return () => closing.abort()
  }, [board, offer])

  const take = (offered: OfferedKind) => () => {
    isTaken.current = true
    closeOffer(board)
    createAtEnd(board, from, to, offered)
  }
  return (
    <MenuList
      ref={list}
      className="board-menu"
      label={messages.connecting.newObject}
      sections={[
        [
          { label: messages.connecting.form[form], icon: <FormIcon form={form} />, run: take('same') },
          { label: messages.kinds.note, icon: <Icon name="note" />, run: take('note') },
          { label: messages.kinds.text, icon: <Icon name="text" />, run: take('text') },
        ],
      ]}
      onClose={() => {
        board.view.get()?.element.focus({ preventScroll: true })
        // A chosen entry runs right after this.
        queueMicrotask(() => isTaken.current || keepFreeEnd(board, offer))
      }}
    />
  )
}

/** The form of the object that the connector comes from, or the one that was used last. */
function formOf({ live }: OpenBoard, { from }: ConnectorOffer): ShapeForm {
  const object = 'id' in from ? live.get(from.id) : undefined
  if (object && 'form' in object) return object.form as ShapeForm
  const { name, defaults } = kinds.shape
  return (initialDataOf(name).form ?? defaults.form) as ShapeForm
}

function keepFreeEnd(board: OpenBoard, { from, to }: ConnectorOffer): void {
  if (board.connectorOffer.get() === null) return
  closeOffer(board)
  createConnector(board, from, to)
}

function closeOffer(board: OpenBoard): void {
  board.connectorOffer.set(null)
  board.overrides.set(noOverrides)
  board.live.sendPresence({ moving: [] })
}
