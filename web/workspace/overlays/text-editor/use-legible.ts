// Keeps what one writes readable and in view: from afar one is brought closer when the field opens.

import type { BoardObject } from '@tessera/client'
import { frameOf } from '@tessera/drawing'
import { useEffect } from 'react'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { TextBox } from '../../kinds/kind-definition.ts'

/** On the screen: smaller letters cannot be read while one writes, so one is brought closer. */
const leastLetters = 9
const goodLetters = 18
/** Words on a note become smaller the more there are. */
const lettersToCome = 32

/** Once when it opens; and whatever the window becomes, as when the keyboard of a phone comes up, the field stays in view. */
export function useReadableZoom(view: BoardView, object: BoardObject, place: TextBox | null) {
  const { fontSize } = place?.font ?? { fontSize: lettersToCome }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one writes later moves nothing
  useEffect(() => {
    const { scale } = frameOf(object)
    const box = view.boundsOf(object.id)
    if (!box || fontSize * scale * view.camera.zoom >= leastLetters) return
    view.fit(box, { animate: true, maxZoom: goodLetters / (Math.min(fontSize, lettersToCome) * scale) })
  }, [])
  useEffect(() => {
    // The view has heard of its new size by the second frame.
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
