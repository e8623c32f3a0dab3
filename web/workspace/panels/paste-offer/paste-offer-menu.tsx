// The menu below a note that was pasted from several lines or cells: one note for each instead. The first entry is
// focused, so that Enter takes it; Escape, a press elsewhere and undo close it.

import { bounds } from '@tessera/drawing'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { MenuList } from '../../../ui/menu-list.tsx'
import { pasteAsNotes } from '../../actions/clipboard/paste-cells.ts'
import { undo } from '../../actions/undo-redo.ts'
import { Icon } from '../../icons/icon.tsx'
import { useBoard } from '../../state/board.ts'
import type { PasteOffer } from '../../state/paste-offer.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { menuPosition } from '../menu/menu-position.ts'
import '../menu/board-menu.css'

const gap = 10

export default function PasteOfferMenu({ offer }: { offer: PasteOffer }) {
  const board = useBoard()
  const messages = useWorkspaceMessages().clipboard
  const list = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const [menu, view, note] = [list.current, board.view.get(), board.live.get(offer.id)]
    if (!menu || !view || !note) return
    const box = bounds(note)
    const corner = view.boardToScreen({ x: box.x, y: box.y + box.height })
    const size = { width: menu.offsetWidth, height: menu.offsetHeight }
    const at = { x: corner.x, y: corner.y + gap }
    const { x, y } = menuPosition(size, at, { width: window.innerWidth, height: window.innerHeight })
    menu.style.setProperty('left', `${x}px`)
    menu.style.setProperty('top', `${y}px`)
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }, [board, offer])

  useEffect(() => {
    const closing = new AbortController()
    const options = { signal: closing.signal, capture: true }
    const close = ({ target }: Event) => {
      if (target instanceof Node && list.current?.contains(target)) return
      board.pasteOffer.set(null)
    }
    const takeBack = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      board.pasteOffer.set(null)
      board.view.get()?.element.focus({ preventScroll: true })
      undo(board)
    }
    window.addEventListener('pointerdown', close, options)
    window.addEventListener('wheel', close, options)
    window.addEventListener('keydown', takeBack, options)
    return () => closing.abort()
  }, [board])

  const count = offer.cells.length
  return (
    <MenuList
      ref={list}
      className="board-menu"
      label={messages.pastedLines}
      sections={[
        [
          {
            label: offer.from === 'cells' ? messages.onePerCell(count) : messages.onePerLine(count),
            icon: <Icon name="note" />,
            run: () => pasteAsNotes(board, offer),
          },
          { label: messages.oneNote, icon: <Icon name="text" />, run: () => {} },
        ],
      ]}
      onClose={({ isLeft }) => {
        board.pasteOffer.set(null)
        if (!isLeft) board.view.get()?.element.focus({ preventScroll: true })
      }}
    />
  )
}
