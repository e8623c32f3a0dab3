// Which side the inspector is on: the right, unless it would cover more of the selection there than on the left. The
// view does not move for it, because the user may be about to click or drag.

import type { Box } from '@tessera/drawing'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { onScreen, type Size } from '../../../canvas/camera.ts'
import { isNarrow } from '../../../ui/is-narrow.ts'
import { useBoard } from '../../state/board.ts'
import { useObservable } from '../../state/observable.ts'
import { boundsOfSelection } from '../../state/selection.ts'
import { chooseSide, type Side } from './choose-side.ts'

/** Decided again for every selection. Moving the view does not change it. */
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
      setSide(isOutlineOpen ? 'right' : chooseSide(placesOf(element, view.size), onScreen(view.camera, box)))
    }
    decide()
    // The camera may still be moving there.
    void view.complete().then(decide)
    return () => {
      isOver = true
    }
  }, [board, view, selection, inspector])
  return side
}

/** The boxes on both sides, as the stylesheet of the page places them. */
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
