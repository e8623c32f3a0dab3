// A picture at its natural size times its scale; a placeholder with a glyph until it is loaded.

import type { ImageObject } from '../drawable.ts'
import { insideFrame, type Renderer } from '../renderer.ts'
import { fillRounded, pictureGlyph } from '../shapes.ts'

export const image: Renderer<ImageObject> = {
  layer: 'board',
  frame: ({ x, y, width, height, scale, rotation = 0 }) => ({ x, y, width, height, scale, rotation }),
  hits: insideFrame,
  minDetailZoom: ({ height }) => 24 / height,
  pictureKey: ({ id }) => id,
  draw(surface, { id, width, height }, { detail, zoom, theme, picture }) {
    const found = picture(id, width * zoom)
    if (found) return surface.drawImage(found, 0, 0, width, height)
    const smaller = Math.min(width, height)
    fillRounded(surface, { x: 0, y: 0, width, height }, Math.min(16, smaller / 8), theme.placeholder)
    if (detail === 'full') pictureGlyph(surface, width / 2, height / 2, Math.min(smaller * 0.4, 160), theme.glyph)
  },
}
