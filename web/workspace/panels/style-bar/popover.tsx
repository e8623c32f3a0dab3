// A small dialog at a button of the toolbar. It takes the focus, closes at a press outside or with Escape, and returns
// the focus.

import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { isNarrow } from '../../../ui/is-narrow.ts'
import { useBoard } from '../../state/board.ts'
import { showSelectionBesidePanel } from '../side-panel/beside-panel.ts'

interface PopoverProps {
  readonly label: string
  readonly anchor: HTMLElement
  readonly onClose: (how: { isByKey: boolean }) => void
  readonly children: ReactNode
}

const gap = 8

export function Popover({ label, anchor, onClose, children }: PopoverProps) {
  const board = useBoard()
  const panel = useRef<HTMLDivElement>(null)
  // Its content is loaded later, and grows when the picker opens.
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return
    const watch = new ResizeObserver(() => place(element, anchor))
    watch.observe(element)
    return () => watch.disconnect()
  }, [anchor])
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return
    place(element, anchor)
    if (!element.contains(document.activeElement) || document.activeElement === element) focusInside(element)
  })
  // On a phone it is a sheet that covers part of the board.
  useLayoutEffect(() => {
    if (isNarrow()) showSelectionBesidePanel(board)
  }, [board])
  useLayoutEffect(() => {
    const closing = new AbortController()
    const close = (event: Event) => {
      const isInside = [panel.current, anchor].some(element => element?.contains(event.target as Node))
      if (!isInside) onClose({ isByKey: false })
    }
    window.addEventListener('pointerdown', close, { capture: true, signal: closing.signal })
    return () => closing.abort()
  }, [anchor, onClose])
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose({ isByKey: true })
  }
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      className="style-popover"
      tabIndex={-1}
      data-keeps-escape
      onKeyDown={press}
    >
      {children}
    </div>
  )
}

function focusInside(element: HTMLElement): void {
  // On a phone a focused field would open the keyboard.
  const fields = isNarrow() ? 'button' : 'button, input, select'
  const wanted =
    element.querySelector<HTMLElement>('button[aria-pressed="true"]') ??
    element.querySelector<HTMLElement>(fields) ??
    element
  wanted.focus({ preventScroll: true })
}

/** At the button, on the side of the bar that is away from the selection; if there is no room, beside the selection. */
function place(element: HTMLElement, anchor: HTMLElement): void {
  const bar = element.parentElement
  if (!bar || isNarrow()) return
  const around = bar.getBoundingClientRect()
  const button = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  const hasRoom = { above: around.top - height - 2 * gap > 0, below: around.bottom + height + 2 * gap < innerHeight }
  const wanted = bar.dataset.side === 'below' ? 'below' : 'above'
  const side = hasRoom[wanted] ? wanted : wanted === 'above' ? 'below' : 'above'
  const [from, to] = [Number(bar.dataset.from), Number(bar.dataset.to)]
  const middle = button.left + button.width / 2 - width / 2
  const beside = to + gap + width + gap <= innerWidth ? to + gap : from - gap - width
  const left = side === wanted || beside < gap ? middle : beside
  const top = side === 'above' ? -height - gap : around.height + gap
  const inside = Math.max(gap - around.top, Math.min(innerHeight - gap - height - around.top, top))
  element.style.setProperty(
    'left',
    `${Math.round(Math.max(gap, Math.min(innerWidth - width - gap, left)) - around.left)}px`,
  )
  element.style.setProperty('top', `${Math.round(inside)}px`)
}
