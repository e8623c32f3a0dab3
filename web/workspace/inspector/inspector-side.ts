// At which side of the board the inspector stands: at the right, unless it would cover more of what is selected there than at
// the left. Nothing moves for it: whoever has just pressed on something may press again, or pull.

import type { Box } from '@tessera/drawing'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { onScreen, type Size } from '../../canvas/camera.ts'
import { isNarrow } from '../../ui/is-narrow.ts'
import { useBoard } from '../board/board.ts'
import { boundsOfSelection } from '../selection/paint-overlay.ts'
import { useWatched } from '../watched.ts'
import { type Side, sideFor } from './side-for.ts'

/** Decided anew for every selection; who moves the view meanwhile moves it below the inspector as it stands. */
export function useInspectorSide(inspector: RefObject<HTMLElement | null>): Side {
  const board = useBoard()
  const view = useWatched(board.view)
  const selection = useWatched(board.selection)
  const [side, setSide] = useState<Side>('right')
  useLayoutEffect(() => {
    const element = inspector.current
    if (!view || !element || selection.length === 0 || isNarrow()) return
    let isOver = false
    const decide = () => {
      const box = boundsOfSelection(board)
      if (isOver || !box) return
      const { offsetWidth, offsetHeight } = element
      const isOutlineOpen = document.querySelector('.outline-unseen:focus-within') !== null
      const places = placesOf({ width: offsetWidth, height: offsetHeight }, view.size)
      setSide(isOutlineOpen ? 'right' : sideFor(places, onScreen(view.camera, box)))
    }
    decide()
    // By keyboard one may be on the way there still.
    void view.complete().then(decide)
    return () => {
      isOver = true
    }
  }, [board, view, selection, inspector])
  return side
}

/** As the stylesheet has them. */
const [head, edge, tools] = [68, 12, 72]

const placesOf = (inspector: Size, window: Size): Readonly<Record<Side, Box>> => ({
  left: { ...inspector, x: tools, y: head },
  right: { ...inspector, x: window.width - edge - inspector.width, y: head },
})
