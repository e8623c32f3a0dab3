// Draws the kinds of the test: a rectangle in its color, and a dot.

import type { Box, Renderer } from '@tessera/drawing'

type StickerObject = Box & { readonly fill: string }

/** @public Imported by the tables that add-toy-kind.ts edits. */
export const sticker: Renderer<never> = {
  layer: 'board',
  frame: ({ x, y, width, height }: StickerObject) => ({ x, y, width, height, scale: 1 }),
  hits: () => true,
  minDetailZoom: () => 0,
  draw(surface, { width, height, fill }: StickerObject) {
    surface.fillStyle = fill
    surface.fillRect(0, 0, width, height)
  },
}

/** @public */
export const badge: Renderer<never> = {
  ...sticker,
  layer: 'ink',
  frame: () => ({ x: 0, y: 0, width: 10, height: 10, scale: 1 }),
  attachedTo: ({ hostId }: { hostId: string | null }) => hostId,
  draw: surface => surface.fillRect(0, 0, 10, 10),
}
