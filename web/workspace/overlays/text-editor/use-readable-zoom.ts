// Keeps the text readable and in view while it is edited: zooms in if it is too small when the editor opens.

import type { BoardObject } from '@tessera/client'
import { frameOf } from '@tessera/drawing'
import { useEffect } from 'react'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { TextBox } from '../../kinds/kind-definition.ts'

/** In screen pixels. Smaller text is not readable while typing, so the view zooms in. */
const minFontSize = 9
const comfortableFontSize = 18
/** The text of a note becomes smaller as it grows. */
const expectedNoteFontSize = 32

/**
 * Zooms once, when the editor opens. When the window is resized, for example by a phone's keyboard, the field stays in
 * view.
 */
export function useReadableZoom(view: BoardView, object: BoardObject, textBox: TextBox | null) {
  const { fontSize } = textBox?.font ?? { fontSize: expectedNoteFontSize }
  // biome-ignore lint/correctness/useExhaustiveDependencies: later edits do not zoom
  useEffect(() => {
    const { scale } = frameOf(object)
    const box = view.boundsOf(object.id)
    if (!box || fontSize * scale * view.camera.zoom >= minFontSize) return
    view.fit(box, { animate: true, maxZoom: comfortableFontSize / (Math.min(fontSize, expectedNoteFontSize) * scale) })
  }, [])
  useEffect(() => {
    // The view knows its new size by the second frame.
    const reveal = () =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const box = view.boundsOf(object.id)
          if (box) view.reveal(box, { animate: true })
        }),
      )
    window.addEventListener('resize', reveal)
    return () => window.removeEventListener('resize', reveal)
  }, [view, object.id])
}
