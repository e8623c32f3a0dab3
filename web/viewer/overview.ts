// The picture of the whole board, shown in place of objects of a large board that are not loaded.

import type { Box, Picture, ThemeName } from '@tessera/drawing'
import type { Overlay } from '../canvas/board-view.ts'
import { touches } from '../canvas/spatial-grid.ts'
import type { PublishedPages } from './published-pages.ts'

export interface Overview {
  readonly paint: Overlay
  /** The picture, or null until it is loaded. */
  readonly picture: () => Picture | null
}

export function openOverview(
  pages: PublishedPages,
  addressOf: (theme: ThemeName) => string,
  repaint: () => void,
): Overview {
  const pictures = new Map<ThemeName, Picture | null>()
  let shown: ThemeName = 'light'

  function pictureFor(theme: ThemeName): Picture | null {
    shown = theme
    if (!pictures.has(theme)) {
      pictures.set(theme, null)
      const image = new Image()
      image.onload = () => {
        pictures.set(theme, image)
        repaint()
      }
      image.src = addressOf(theme)
    }
    return pictures.get(theme) ?? null
  }

  return {
    picture: () => pictures.get(shown) ?? null,
    paint(surface, { theme, box }) {
      const { bounds } = pages
      const missing = pages.pages.filter(page => page.state !== 'here' && touches(page.bounds, box))
      const picture = missing.length > 0 ? pictureFor(theme) : null
      if (!picture || !bounds) return
      const [perX, perY] = [picture.width / bounds.width, picture.height / bounds.height]
      for (const { bounds: part } of missing) {
        const [x, y] = [(part.x - bounds.x) * perX, (part.y - bounds.y) * perY]
        const size = sizeWithin(part)
        surface.drawImage(picture, x, y, size.width * perX, size.height * perY, part.x, part.y, size.width, size.height)
      }
    },
  }
}

const sizeWithin = ({ width, height }: Box) => ({ width: Math.max(width, 1), height: Math.max(height, 1) })
