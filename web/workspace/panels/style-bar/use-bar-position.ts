// Keeps the toolbar at the selection while the view moves. On a phone the stylesheet docks it at the bottom.

import { type Box, rendererOf } from '@tessera/drawing'
import { useLayoutEffect } from 'react'
import type { BoardView } from '../../../canvas/board-view.ts'
import { onScreen } from '../../../canvas/camera.ts'
import { boxOf } from '../../../ui/box-of.ts'
import { isNarrow } from '../../../ui/is-narrow.ts'
import { remToPixels } from '../../../ui/rem-to-pixels.ts'
import { ownerOf } from '../../objects/abilities.ts'
import { badgeBoxesIn } from '../../pointer/comment-badges.ts'
import type { OpenBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { boundsOfSelection } from '../../state/selection.ts'
import { barPosition, type Surroundings } from './bar-position.ts'

/** Height of the top bar in rem. */
const head = 4
/** In pixels: objects this far above or below the selection may be in the way. */
const reach = 240

export function useBarPosition(board: OpenBoard, bar: { readonly current: HTMLDivElement | null }): void {
  const view = useObservable(board.view)
  useLayoutEffect(() => {
    if (!view) return
    const update = () => bar.current && place(board, view, bar.current)
    const watch = new ResizeObserver(update)
    for (const element of document.querySelectorAll('.workspace-sides, .workspace-sides > *')) watch.observe(element)
    const stop = view.onCamera(update)
    update()
    return () => {
      watch.disconnect()
      stop()
    }
  })
}

function place(board: OpenBoard, view: BoardView, element: HTMLDivElement): void {
  if (isNarrow()) {
    element.style.removeProperty('transform')
    element.dataset.side = 'above'
    return
  }
  const box = boundsOfSelection(board)
  if (!box) return
  const selection = onScreen(view.camera, box)
  const size = { width: element.offsetWidth, height: element.offsetHeight }
  const { x, y, side } = barPosition(size, withHandles(selection), {
    window: view.size,
    head: remToPixels(head),
    foot: 8,
    covered: Array.from(document.querySelectorAll('.workspace-sides > *, .tool-bar, .view-controls'), boxOf),
    ...othersAround(board, view, size.width),
  })
  element.style.setProperty('transform', `translate(${x}px, ${y}px)`)
  element.dataset.side = side
  element.dataset.from = String(selection.x)
  element.dataset.to = String(selection.x + selection.width)
}

/** Rotate handle and connector dots lie above and below the selection. */
const withHandles = (box: Box): Box => ({ ...box, y: box.y - handleReach, height: box.height + 2 * handleReach })
const handleReach = 14

/** The objects and badges around the selection, on the screen. */
function othersAround(board: OpenBoard, view: BoardView, width: number): Pick<Surroundings, 'neighbors' | 'badges'> {
  const box = boundsOfSelection(board)
  if (!box) return { neighbors: [], badges: [] }
  const [beside, beyond] = [width / view.camera.zoom, reach / view.camera.zoom]
  const around = {
    x: box.x - beside,
    y: box.y - beyond,
    width: box.width + 2 * beside,
    height: box.height + 2 * beyond,
  }
  const toScreen = (one: Box) => onScreen(view.camera, one)
  return {
    neighbors: neighborsIn(board, view, around).map(toScreen),
    badges: badgeBoxesIn(board, view, around).map(toScreen),
  }
}

/** What lies on a canvas, or is drawn on an object, is no neighbor of it. */
function neighborsIn(board: OpenBoard, view: BoardView, area: Box): Box[] {
  const selected = new Set(board.selection.get())
  return view.objectsIn(area).flatMap(({ id }) => {
    const object = board.live.get(id)
    const bounds = view.boundsOf(id)
    if (!object || !bounds || selected.has(id) || ownerOf(object) !== null) return []
    return rendererOf(object).layer === 'ground' ? [] : [bounds]
  })
}
