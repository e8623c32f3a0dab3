// The preview of a web page: its own picture with title and host below, or, if it has none, a card with its icon or the
// initial of its host. The live page is never drawn.

import type { Box, BrowserObject, Font } from './drawable.ts'
import { cssFont } from './font.ts'
import { hostColors, type Theme } from './palette.ts'
import type { RenderContext } from './renderer.ts'
import { fillRounded, globeGlyph } from './shapes.ts'
import type { Picture, Surface } from './surface.ts'
import { layOutText, shorten } from './text-layout.ts'
import { measureAdvance } from './text-measure.ts'

/** The address without the scheme, split into host and rest. */
export function readableAddress(url: string): { host: string; rest: string } {
  const [, host = url, rest = ''] = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]*)(.*)$/i.exec(url) ?? []
  return { host: host.replace(/^www\./i, ''), rest: rest === '/' ? '' : rest }
}

export const hostInitial = (host: string) => (/[\p{L}\p{N}]/u.exec(host)?.[0] ?? '?').toUpperCase()

/** The same color for a host wherever it is shown. */
export function hostColor(host: string): string {
  let sum = 0
  for (const letter of host) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return hostColors[sum % hostColors.length] as string
}

/** What the preview of a page shows: its picture, or else its icon. */
export const pagePreview = ({ title, picture, icon }: { title: string; picture: unknown; icon: unknown }) => {
  const shows = picture ? 'picture' : icon ? 'icon' : 'nothing'
  return { title, shows } satisfies BrowserObject['preview']
}

export function drawPageCard(surface: Surface, object: BrowserObject, view: Box, scene: RenderContext) {
  if (view.height <= 0) return
  const { title = '', shows = 'picture' } = object.preview ?? {}
  const found = shows === 'nothing' ? null : scene.picture(object.id, view.width * scene.zoom)
  const { host } = readableAddress(object.url)
  surface.fillStyle = scene.theme.panel
  surface.fillRect(view.x, view.y, view.width, view.height)
  if (found && shows === 'picture') return drawWithPicture(surface, found, { view, title, host }, scene)
  if (scene.detail === 'far') return drawFar(surface, host, view)
  drawCard(surface, found, { view, title, host }, scene.theme)
}

interface CardContents {
  readonly view: Box
  readonly title: string
  readonly host: string
}

const footerHeight = 92
const margin = 24
const boldFont: Font = { fontFamily: 'Helvetica', fontSize: 24, fontWeight: 'bold', fontStyle: 'normal' }
const plainFont: Font = { ...boldFont, fontSize: 18, fontWeight: 'normal' }

function drawWithPicture(
  surface: Surface,
  picture: Picture,
  { view, title, host }: CardContents,
  { detail, theme }: RenderContext,
) {
  const hasFooter = detail === 'full' && view.height >= 2.5 * footerHeight && view.width >= 200
  const area = { ...view, height: view.height - (hasFooter ? footerHeight : 0) }
  surface.fillStyle = theme.placeholder
  surface.fillRect(area.x, area.y, area.width, area.height)
  drawCovering(surface, picture, area)
  if (!hasFooter) return
  const [left, top, room] = [view.x + margin, area.y + area.height, view.width - 2 * margin]
  surface.fillStyle = theme.line
  surface.fillRect(view.x, top, view.width, 1)
  write(surface, shorten(title || host, boldFont, room), { font: boldFont, color: theme.text }, left, top + 40)
  globeGlyph(surface, left + 8, top + 62, 14, theme.mutedText)
  write(surface, shorten(host, plainFont, room - 26), { font: plainFont, color: theme.mutedText }, left + 26, top + 68)
}

/** Cropped to fill the area, or whole if too much would be cropped. */
function drawCovering(surface: Surface, picture: Picture, area: Box) {
  const [across, down] = [area.width / picture.width, area.height / picture.height]
  const isWhole = Math.min(across, down) / Math.max(across, down) < 0.55
  const factor = isWhole ? Math.min(across, down) : Math.max(across, down)
  const [width, height] = [Math.min(area.width, picture.width * factor), Math.min(area.height, picture.height * factor)]
  const [sourceWidth, sourceHeight] = [width / factor, height / factor]
  surface.drawImage(
    picture,
    (picture.width - sourceWidth) / 2,
    (picture.height - sourceHeight) / 2,
    sourceWidth,
    sourceHeight,
    area.x + (area.width - width) / 2,
    area.y + (area.height - height) / 2,
    width,
    height,
  )
}

function drawFar(surface: Surface, host: string, view: Box) {
  const side = Math.min(view.width, view.height) * 0.36
  surface.fillStyle = hostColor(host)
  surface.fillRect(view.x + (view.width - side) / 2, view.y + (view.height - side) / 2, side, side)
}

function drawCard(surface: Surface, icon: Picture | null, { view, title, host }: CardContents, theme: Theme) {
  const side = Math.min(128, view.width * 0.24, view.height * 0.3)
  const titleFont: Font = { ...boldFont, fontSize: side * 0.28 }
  const hostFont: Font = { ...plainFont, fontSize: side * 0.19 }
  const { lines } = layOutText({ ...titleFont, text: title || host, textTransform: 'inherit', width: view.width * 0.8 })
  const shown = lines.slice(0, 2).map(({ text }) => text)
  if (lines.length > 2) shown[1] = shorten(`${shown[1]}…………`, titleFont, view.width * 0.8)
  const [lineHeight, gap] = [titleFont.fontSize * 1.25, side * 0.26]
  const height = side + gap + shown.length * lineHeight + (title ? hostFont.fontSize * 1.5 : 0)
  const centerX = view.x + view.width / 2
  let y = view.y + Math.max(view.height * 0.06, (view.height - height) / 2)
  drawTile(surface, icon, { x: centerX - side / 2, y, width: side, height: side }, host)
  y += side + gap + titleFont.fontSize * 0.8
  for (const line of shown) {
    write(surface, line, { font: titleFont, color: theme.text }, centerX - measureAdvance(line, titleFont) / 2, y)
    y += lineHeight
  }
  if (!title) return
  const shownHost = shorten(host, hostFont, view.width * 0.8)
  write(
    surface,
    shownHost,
    { font: hostFont, color: theme.mutedText },
    centerX - measureAdvance(shownHost, hostFont) / 2,
    y,
  )
}

function drawTile(surface: Surface, icon: Picture | null, box: Box, host: string) {
  const { x, y, width: side } = box
  if (icon) {
    const factor = Math.min(side / icon.width, side / icon.height)
    const [width, height] = [icon.width * factor, icon.height * factor]
    return surface.drawImage(icon, x + (side - width) / 2, y + (side - height) / 2, width, height)
  }
  const letter = hostInitial(host)
  const font: Font = { ...boldFont, fontSize: side * 0.56 }
  fillRounded(surface, box, side * 0.22, hostColor(host))
  write(surface, letter, { font, color: '#ffffff' }, x + (side - measureAdvance(letter, font)) / 2, y + side * 0.7)
}

interface TextStyle {
  readonly font: Font
  readonly color: string
}

function write(surface: Surface, text: string, { font, color }: TextStyle, x: number, y: number) {
  surface.font = cssFont(font)
  surface.fillStyle = color
  surface.fillText(text, x, y)
}
