// At which side of the board the inspector stands: at the right, unless it would cover more of what is selected there than at
// the left. Nothing moves for it: whoever has just pressed on something may press again, or pull.

import type { Box } from '@tessera/drawing'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { onScreen, type Size } from '../../../canvas/camera.ts'
import { isNarrow } from '../../../ui/is-narrow.ts'
import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { boundsOfSelection } from '../../state/selection.ts'
import { type Side, sideFor } from './side-for.ts'

/** Decided anew for every selection; who moves the view meanwhile moves it below the inspector as it stands. */
export function useInspectorSide(inspector: RefObject<HTMLElement | null>): Side {
  const board = useBoard()
  const view = useObservable(board.view)
  const selection = useObservable(board.selection)
  const [side, setSide] = useState<Side>('right')
  useLayoutEffect(() => {
    const element = inspector.current
    if (!view || !element || selection.length === 0 || isNarrow()) return
    let isOver = false
    const decide = () => {
      const box = boundsOfSelection(board)
      if (isOver || !box) return
      const isOutlineOpen = document.querySelector('.outline-unseen:focus-within') !== null
      setSide(isOutlineOpen ? 'right' : sideFor(placesOf(element, view.size), onScreen(view.camera, box)))
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

/** Where it stands or would stand, as the stylesheet of the page says of what stands at the sides. */
function placesOf(inspector: HTMLElement, window: Size): Readonly<Record<Side, Box>> {
  const style = getComputedStyle(inspector)
  const lengthOf = (name: string) => Number.parseFloat(style.getPropertyValue(name))
  const { offsetWidth: width, offsetHeight: height } = inspector
  const place = { y: lengthOf('--sides-top'), width, height }
  return {
    left: { ...place, x: lengthOf('--sides-left') },
    right: { ...place, x: window.width - lengthOf('--sides-right') - width },
  }
}
