// Draws lines of text, and lists the links in them. A plain line is one call of the surface.

import type { Box, Font, Point } from './drawable.ts'
import { cssFont } from './font.ts'
import type { TextRun } from './line-breaking.ts'
import type { Surface } from './surface.ts'
import type { TextLine } from './text-layout.ts'

export interface TextToDraw {
  readonly lines: readonly TextLine[]
  readonly font: Font
  readonly ink: string
  /** Where the lines are relative to the origin of the surface. */
  readonly at?: Point
}

export function drawText(surface: Surface, { lines, font, ink, at = origin }: TextToDraw) {
  surface.font = cssFont(font)
  surface.fillStyle = ink
  for (const line of lines) {
    if (!line.runs) surface.fillText(line.text, at.x + line.x, at.y + line.y)
    else for (const run of line.runs) drawRun(surface, run, { x: at.x + line.x + run.x, y: at.y + line.y }, font, ink)
  }
}

export interface TextLink {
  readonly href: string
  readonly box: Box
}

/** Where the links are in the lines, of which the first starts at `at`. */
export const listTextLinks = (lines: readonly TextLine[], { fontSize }: Font, at: Point = origin): TextLink[] =>
  lines.flatMap(line =>
    (line.runs ?? []).flatMap(({ href, x, width }) => {
      const top = at.y + line.y - fontSize
      return href ? [{ href, box: { x: at.x + line.x + x, y: top, width, height: fontSize * 1.3 } }] : []
    }),
  )

const origin: Point = { x: 0, y: 0 }

function drawRun(
  surface: Surface,
  { text, width, isBold, isItalic, href }: TextRun,
  at: Point,
  font: Font,
  ink: string,
) {
  const isStyled = isBold || isItalic
  if (isStyled)
    surface.font = cssFont({
      ...font,
      fontWeight: isBold ? 'bold' : font.fontWeight,
      fontStyle: isItalic ? 'italic' : font.fontStyle,
    })
  if (href !== null) {
    surface.fillStyle = linkInk(ink)
    surface.fillRect(at.x, at.y + font.fontSize * 0.12, width, Math.max(0.5, font.fontSize * 0.06))
  }
  surface.fillText(text, at.x, at.y)
  if (isStyled) surface.font = cssFont(font)
  if (href !== null) surface.fillStyle = ink
}

/** Blue that is as dark or light as the text around it. */
const linkInk = (ink: string) => (isLight(ink) ? '#8fb8ff' : '#123bb0')

function isLight(color: string): boolean {
  const digits = color.length < 7 ? color.replace(/[0-9a-f]/gi, '$&$&') : color
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => Number.parseInt(digits.slice(start, start + 2), 16))
  return 0.3 * red + 0.59 * green + 0.11 * blue > 150
}
