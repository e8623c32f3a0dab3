// Shows web page previews on the canvas: titles are added to the objects, pictures come from the same source as others.

import type { Drawable } from '@tessera/drawing'
import type { BoardSource, BoardView } from '../../../canvas/board-view.ts'
import type { PictureSource } from '../../../canvas/picture-cache.ts'
import { localAddress } from '../../../ui/local-address.ts'
import { isBrowserWidget } from '../../objects/browser-object.ts'
import type { OpenBoard } from '../../state/board.ts'
import { findPreview, type PagePreviews } from '../../state/page-previews.ts'

export const withPagePreviews = ({ objects, onChange }: BoardSource, previews: PagePreviews): BoardSource => ({
  objects: mappedObjects(objects, previews.withPreview),
  onChange(listener) {
    const stops = [onChange(listener), previews.onChange(id => listener([id]))]
    return () => {
      for (const stop of stops) stop()
    }
  },
})

/** A view of the map, so that nothing is copied or has to be kept in sync. */
function mappedObjects(
  objects: ReadonlyMap<string, Drawable>,
  mapped: (object: Drawable) => Drawable,
): ReadonlyMap<string, Drawable> {
  const entries = () => objects.entries().map(([id, object]): [string, Drawable] => [id, mapped(object)])
  return {
    get: id => {
      const object = objects.get(id)
      return object && mapped(object)
    },
    has: id => objects.has(id),
    get size() {
      return objects.size
    },
    keys: () => objects.keys(),
    values: () => objects.values().map(mapped),
    entries,
    [Symbol.iterator]: entries,
    forEach(callback) {
      for (const [id, object] of entries()) callback(object, id, this)
    },
  }
}

export const withPreviewPictures = (others: PictureSource, { live, pagePreviews }: OpenBoard): PictureSource => ({
  address(key, pixels) {
    const object = live.get(key)
    if (!object || !isBrowserWidget(object)) return others.address(key, pixels)
    const page = pagePreviews.request(object)
    const picture = page?.picture ?? page?.icon
    return picture ? localAddress(picture.url) : null
  },
})

/**
 * Reloads pictures when a page was loaded, when the address of an object changed, and when a failed request can be
 * retried.
 */
export function refreshPreviews({ live, pagePreviews }: OpenBoard, view: BoardView): () => void {
  function refresh(isOnline: boolean) {
    for (const [id, preview] of pagePreviews.get()) {
      const object = live.get(id)
      const isCurrent = object && isBrowserWidget(object) && findPreview(pagePreviews.get(), object) !== null
      const isRetried = preview.state === 'failed' && (isOnline || object !== preview.object)
      if (isCurrent && !isRetried) continue
      pagePreviews.clear(id)
      view.reloadPicture(id)
    }
  }
  const stops = [
    pagePreviews.onChange(id => view.reloadPicture(id)),
    live.onChange(() => refresh(false)),
    live.onState(() => live.state === 'live' && refresh(true)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
