// Reloads a picture once the service has made it: of an uploaded image, or of a document page that was opened while the
// document was being processed.

import type { BoardObject } from '@tessera/client'
import { rendererOf } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import type { OpenBoard } from '../../state/board.ts'

export function refreshPictures({ live, openPages }: OpenBoard, view: BoardView): () => void {
  const known = new Map<string, string>()
  /** Whether more of it can be shown than before. */
  function isRenewed(id: string): boolean {
    const object = live.get(id)
    const before = known.get(id)
    const now = object ? madeOf(object, openPages.get().get(id) ?? 1) : null
    if (now === null) known.delete(id)
    else known.set(id, now)
    return now !== null && before !== undefined && before !== now
  }
  for (const id of live.objects.keys()) isRenewed(id)
  return live.onChange(({ ids }) => {
    for (const id of ids) {
      const shown = isRenewed(id) ? view.find(id) : null
      const key = shown && rendererOf(shown).pictureKey?.(shown)
      if (key) view.reloadPicture(key)
    }
  })
}

/** Changes when more of it can be shown; null if the object never has a picture. */
function madeOf(object: BoardObject, page: number): string | null {
  if (!('pictures' in object)) return null
  const own = object.pictures.length
  return 'progress' in object && page > 1 ? `${own} ${object.state} ${object.progress}` : `${own}`
}
