// A web page in a window: a bar with the address, and the page's still picture below it from its top-left corner, as
// much as the window shows. The live page is laid over it by the web workspace, never drawn here.

import type { Box, BrowserObject, Font } from '../drawable.ts'
import { cssFont } from '../font.ts'
import { insideFrame, type Look, type Scene } from '../look.ts'
import { paper, type Theme } from '../palette.ts'
import { fillRounded, globeGlyph, shadowReach, softShadow, strokeRounded } from '../shapes.ts'
import type { Picture, Surface } from '../surface.ts'
import { shorten } from '../text-layout.ts'
import { measureAdvance } from '../text-measure.ts'

const browserBarHeight = 52
const radius = 12

export const browser: Look<BrowserObject> = {
  layer: 'board',
  frame: ({ x, y, width, height }) => ({ x, y, width, height, scale: 1 }),
  hits: insideFrame,
  legibleFrom: ({ height }) => 70 / height,
  overflow: () => ({ around: shadowReach, below: 0 }),
  pictureKey: ({ id }) => id,
  draw(surface, object, scene) {
    const { width, height, frameless } = object
    const barHeight = frameless ? 0 : Math.min(browserBarHeight, height)
    const view = { x: 0, y: barHeight, width, height: height - barHeight }
    if (scene.detail === 'far') {
      drawPage(surface, object, view, scene)
      surface.fillStyle = scene.theme.glyph
      return surface.fillRect(0, 0, width, barHeight)
    }
    if (frameless) return drawPage(surface, object, view, scene)
    softShadow(surface, object, radius, scene.theme.shadow, scene.zoom)
    surface.save()
    surface.beginPath()
    surface.roundRect(0, 0, width, height, Math.min(radius, width / 2, height / 2))
    surface.clip()
    surface.fillStyle = scene.theme.panel
    surface.fillRect(0, 0, width, barHeight)
    drawPage(surface, object, view, scene)
    drawBar(surface, object, scene.theme)
    surface.restore()
    strokeRounded(surface, { x: 0, y: 0, width, height }, radius, { color: scene.theme.line, width: 2 })
  },
}

/** The address as people read it: without the scheme, the host first. */
export function readableAddress(url: string): { host: string; rest: string } {
  const [, host = url, rest = ''] = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]*)(.*)$/i.exec(url) ?? []
  return { host: host.replace(/^www\./i, ''), rest: rest === '/' ? '' : rest }
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

function drawPage(surface: Surface, object: BrowserObject, view: Box, { detail, zoom, theme, picture }: Scene) {
  const found = picture(object.id, object.contentWidth * zoom)
  surface.fillStyle = found ? paper : theme.placeholder
  surface.fillRect(view.x, view.y, view.width, view.height)
  if (found) drawTopLeft(surface, found, object, view)
  else if (detail === 'full') drawPlaceholder(surface, object, view, theme)
}

function drawTopLeft(surface: Surface, picture: Picture, object: BrowserObject, view: Box) {
  const [width, height] = [Math.min(view.width, object.contentWidth), Math.min(view.height, object.contentHeight)]
  const [perX, perY] = [picture.width / object.contentWidth, picture.height / object.contentHeight]
  if (width > 0 && height > 0) {
    surface.drawImage(picture, 0, 0, width * perX, height * perY, view.x, view.y, width, height)
  }
}

function drawPlaceholder(surface: Surface, { url }: BrowserObject, view: Box, theme: Theme) {
  const size = Math.min(96, view.width / 4, view.height / 4)
  const [centerX, centerY] = [view.x + view.width / 2, view.y + view.height / 2]
  globeGlyph(surface, centerX, centerY - size * 0.4, size, theme.glyph)
  const font: Font = { ...addressFont, fontSize: size * 0.34 }
  const host = shorten(readableAddress(url).host, font, view.width * 0.8)
  surface.font = cssFont(font)
  surface.fillStyle = theme.mutedText
  surface.fillText(host, centerX - measureAdvance(host, font) / 2, centerY + size * 0.62)
}

const addressFont: Font = { fontFamily: 'Helvetica', fontSize: 18, fontWeight: 'normal', fontStyle: 'normal' }
