// A frame around the object that was navigated to. It moves with the board and fades out.

import './object-highlight.css'
import type { Box } from '@tessera/drawing'
import type { BoardView } from '../canvas/board-view.ts'

export interface ObjectHighlight {
  show(box: Box): void
}

const shownMs = 2_400
/** Between the object and the frame, in screen pixels. */
const gap = 8

export function openObjectHighlight(view: BoardView): ObjectHighlight {
  const frame = document.createElement('div')
  frame.className = 'viewer-place'
  frame.hidden = true
  frame.setAttribute('aria-hidden', 'true')
  view.element.after(frame)
  let marked: Box | null = null
  let fading: Animation | null = null

  function place() {
    if (!marked) return
    const { zoom } = view.camera
    const { x, y } = view.boardToScreen(marked)
    frame.style.width = `${marked.width * zoom + 2 * gap}px`
    frame.style.height = `${marked.height * zoom + 2 * gap}px`
    frame.style.transform = `translate(${x - gap}px, ${y - gap}px)`
  }

  view.onCamera(place)
  return {
    show(box) {
      marked = box
      frame.hidden = false
      place()
      fading?.cancel()
      // It only fades, so it needs no variant for reduced motion.
      fading = frame.animate({ opacity: [1, 1, 0], offset: [0, 0.7, 1] }, shownMs)
      fading.onfinish = () => {
        frame.hidden = true
        marked = null
      }
    },
  }
}
