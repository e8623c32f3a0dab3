// Opens the board menu on a right click, a pen held still, or a long press with a finger. A finger that draws, pans or
// adds to the selection does not open it.

import type { Point } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import { palmMs } from '../../../canvas/gestures.ts'
import { openMenuAt } from '../../actions/menu/open-menu.ts'
import type { OpenBoard } from '../../state/board.ts'
import { type LongPress, longPress } from './long-press.ts'

export function listenForMenu(board: OpenBoard, view: BoardView): () => void {
  const closing = new AbortController()
  const options = { signal: closing.signal }
  const { element } = view
  function open(at: Point, pointerType: 'mouse' | 'pen' | 'touch') {
    view.cancelGesture()
    openMenuAt(board, at, pointerType)
  }
  const finger: LongPress = longPress(at => open(at, 'touch'))
  const isFree = () => freeTools.has(board.tool.get()) && !board.isMultiSelect.get()
  element.addEventListener(
    'contextmenu',
    event => {
      event.preventDefault()
      const { pointerType } = event as PointerEvent
      // Fingers are handled below, the same way in all browsers. A user who draws with a pen may hold it still.
      if (pointerType === 'touch' || (pointerType === 'pen' && !isFree())) return
      // With both buttons pressed, the gesture in progress continues.
      if (event.buttons & 1 && !event.ctrlKey) return
      open({ x: event.clientX, y: event.clientY }, pointerType === 'pen' ? 'pen' : 'mouse')
    },
    options,
  )
  /** While a pen is in use, touches are palms. */
  let lastPenMs = -Infinity
  const isPalm = ({ timeStamp }: PointerEvent) => timeStamp - lastPenMs < palmMs
  const track = (event: PointerEvent, run: (at: Point) => void) => {
    if (event.pointerType === 'pen') {
      lastPenMs = event.timeStamp
      finger.end()
    } else if (event.pointerType === 'touch') run({ x: event.clientX, y: event.clientY })
  }
  const press = (event: PointerEvent) =>
    track(event, at => (isFree() && !isPalm(event) ? finger.down(at) : finger.end()))
  element.addEventListener('pointerdown', press, options)
  element.addEventListener('pointermove', event => track(event, finger.move), options)
  for (const name of ['pointerup', 'pointercancel'] as const)
    element.addEventListener(name, event => track(event, finger.end), options)
  return () => {
    finger.end()
    closing.abort()
  }
}

/** With these tools, a finger that is held still does nothing else. */
const freeTools: ReadonlySet<string> = new Set(['select', 'hand', 'browser', 'upload'])
