// A web page in a window: a bar with the address, and the preview card of the page below it. The web workspace shows
// the live page over it, which is never drawn here.

import type { BrowserObject, Font } from '../drawable.ts'
import { cssFont } from '../font.ts'
import { drawPageCard, readableAddress } from '../page-card.ts'
import type { Theme } from '../palette.ts'
import { insideFrame, type Renderer } from '../renderer.ts'
import { fillRounded, globeGlyph, shadowReach, softShadow, strokeRounded } from '../shapes.ts'
import type { Surface } from '../surface.ts'
import { shorten } from '../text-layout.ts'
import { measureAdvance } from '../text-measure.ts'

const browserBarHeight = 52
const radius = 12

export const browser: Renderer<BrowserObject> = {
  layer: 'board',
  frame: ({ x, y, width, height }) => ({ x, y, width, height, scale: 1 }),
  hits: insideFrame,
  minDetailZoom: ({ height }) => 70 / height,
  overflow: () => ({ around: shadowReach }),
  pictureKey: ({ id }) => id,
  pageAddress: ({ url }) => url,
  draw(surface, object, scene) {
    const { width, height, frameless } = object
    const barHeight = frameless ? 0 : Math.min(browserBarHeight, height)
    const view = { x: 0, y: barHeight, width, height: height - barHeight }
    if (scene.detail === 'far') {
      drawPageCard(surface, object, view, scene)
      surface.fillStyle = scene.theme.glyph
      return surface.fillRect(0, 0, width, barHeight)
    }
    if (frameless) return drawPageCard(surface, object, view, scene)
    softShadow(surface, object, radius, scene.theme.shadow, scene.zoom)
    surface.save()
    surface.beginPath()
    surface.roundRect(0, 0, width, height, Math.min(radius, width / 2, height / 2))
    surface.clip()
    surface.fillStyle = scene.theme.panel
    surface.fillRect(0, 0, width, barHeight)
    drawPageCard(surface, object, view, scene)
    drawBar(surface, object, scene.theme)
    surface.restore()
    strokeRounded(surface, { x: 0, y: 0, width, height }, radius, { color: scene.theme.line, width: 2 })
  },
}

function drawBar(surface: Surface, { url, width }: BrowserObject, theme: Theme) {
  const field = { x: 12, y: 9, width: width - 24, height: browserBarHeight - 18 }
  if (field.width < 40) return
  fillRounded(surface, field, field.height / 2, theme.field)
  globeGlyph(surface, field.x + 19, field.y + field.height / 2, 16, theme.mutedText)
  const { host, rest } = readableAddress(url)
  const [left, baseline, room] = [field.x + 38, field.y + 23, field.width - 54]
  const shownHost = shorten(host, addressFont, room)
  const hostWidth = measureAdvance(shownHost, addressFont)
  surface.font = cssFont(addressFont)
  surface.fillStyle = theme.text
  surface.fillText(shownHost, left, baseline)
  if (room - hostWidth < 24) return
  surface.fillStyle = theme.mutedText
  surface.fillText(shorten(rest, addressFont, room - hostWidth), left + hostWidth, baseline)
}

const addressFont: Font = { fontFamily: 'Helvetica', fontSize: 18, fontWeight: 'normal', fontStyle: 'normal' }
