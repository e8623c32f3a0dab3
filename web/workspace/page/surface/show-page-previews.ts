// Brings what is known of web pages to the canvas: their titles with the objects, their pictures with the others'.

import type { Drawable } from '@tessera/drawing'
import type { BoardSource, BoardView } from '../../../canvas/board-view.ts'
import type { PictureSource } from '../../../canvas/picture-cache.ts'
import { localAddress } from '../../../ui/local-address.ts'
import { isBrowserWidget } from '../../objects/browser-object.ts'
import type { OpenBoard } from '../../state/board.ts'
import { findPreview, type PagePreviews } from '../../state/page-previews.ts'

export const withPagePreviews = ({ objects, onChange }: BoardSource, stills: PagePreviews): BoardSource => ({
  objects: dressedObjects(objects, stills.withPreview),
  onChange(tell) {
    const stops = [onChange(tell), stills.onChange(id => tell([id]))]
    return () => {
      for (const stop of stops) stop()
    }
  },
})

/** A view of the map, so that nothing is copied or kept in step. */
function dressedObjects(
  objects: ReadonlyMap<string, Drawable>,
  dress: (object: Drawable) => Drawable,
): ReadonlyMap<string, Drawable> {
  const entries = () => objects.entries().map(([id, object]): [string, Drawable] => [id, dress(object)])
  return {
    get: id => {
      const object = objects.get(id)
      return object && dress(object)
    },
    has: id => objects.has(id),
    get size() {
      return objects.size
    },
    keys: () => objects.keys(),
    values: () => objects.values().map(dress),
    entries,
    [Symbol.iterator]: entries,
    forEach(act) {
      for (const [id, object] of entries()) act(object, id, this)
    },
  }
}

/** Those of web pages before any others. */
export const withPreviewPictures = (
  others: PictureSource,
  { live, pagePreviews: stills }: OpenBoard,
): PictureSource => ({
  address(key, pixels) {
    const object = live.get(key)
    if (!object || !isBrowserWidget(object)) return others.address(key, pixels)
    const page = stills.request(object)
    const picture = page?.picture ?? page?.icon
    return picture ? localAddress(picture.url) : null
  },
})

/** Pictures are looked for anew where more is known, where the address is another, and where asking was in vain. */
export function refreshPreviews({ live, pagePreviews: stills }: OpenBoard, view: BoardView): () => void {
  function lookAgain(isOnline: boolean) {
    for (const [id, still] of stills.get()) {
      const object = live.get(id)
      const isCurrent = object && isBrowserWidget(object) && findPreview(stills.get(), object) !== null
      const isWorthAsking = still.state === 'failed' && (isOnline || object !== still.object)
      if (isCurrent && !isWorthAsking) continue
      stills.clear(id)
      view.renewPicture(id)
    }
  }
  const stops = [
    stills.onChange(id => view.renewPicture(id)),
    live.onChange(() => lookAgain(false)),
    live.onState(() => live.state === 'live' && lookAgain(true)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
