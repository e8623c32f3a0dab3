// Links in the texts of a published board: a press opens them in a new tab.

import { linkAt, type Point } from '@tessera/drawing'
import type { BoardView } from '../canvas/board-view.ts'
import { onPress } from './board-press.ts'

export function openTextLinks(view: BoardView): void {
  onPress(view, (object, at) => {
    const address = object && linkAt(object, at)
    if (address) window.open(address, '_blank', 'noopener,noreferrer')
  })
  const isOnLink = (point: Point) => {
    const object = view.objectAt(point)
    return object !== null && linkAt(object, point) !== null
  }
  view.setTool({
    down: () => false,
    hover: pointer => (pointer && isOnLink(pointer.point) ? 'pointer' : undefined),
  })
}
