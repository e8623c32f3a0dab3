// Colors as files write them: hexadecimal, rgb(), hsl() and the names of CSS. A board has hexadecimal colors only, and
// notes, canvases and pens a few named ones.

import { canvasColors, noteColors, type penColors, themes } from '@tessera/drawing/palette'
import { colord, extend, type RgbaColor } from 'colord'
import colorNames from 'colord/plugins/names'

extend([colorNames])

/** `#rrggbb`, or `#rrggbbaa` if it is translucent; null if it is no color. */
export function hexColor(text: string, opacity = 1): string | null {
  const color = parseColor(text)
  if (!color) return null
  return colord({ ...color, a: color.a * opacity }).toHex()
}

/** The same, but `none` if nothing of it is visible. */
export function hexColorOrNone(text: string, opacity = 1): string | null {
  if (/^(none|transparent)$/i.test(text.trim())) return 'none'
  const hex = hexColor(text, opacity)
  return hex?.length === 9 && hex.endsWith('00') ? 'none' : hex
}

export type NoteColor = keyof typeof noteColors
export type CanvasColor = keyof typeof canvasColors
export type PenColor = keyof typeof penColors

export const nearestNoteColor = (text: string): NoteColor => nearestFill(text, noteColors) ?? 'Yellow'
export const nearestCanvasColor = (text: string): CanvasColor => nearestFill(text, canvasColors) ?? 'Gray'

/** Black and white are the color of the board's ink, which is dark on a light board. */
export const nearestPenColor = (text: string): PenColor => nearest(text, pens) ?? 'White'

/** Whether the color is so different from its replacement that people would notice. */
export const isFarFromPen = (text: string, pen: PenColor): boolean => {
  const color = parseColor(text)
  const options = pen === 'White' ? ['#ffffff', pens.White] : [pens[pen]]
  return color !== null && options.every(option => distanceBetween(color, parseColor(option) as RgbaColor) > noticed)
}

const noticed = 120

const pens = themes.light.pens

/** The name of the most similar fill; null if the text is no color. */
export function nearestFill<Name extends string>(
  text: string,
  table: Readonly<Record<Name, { readonly fill: string }>>,
): Name | null {
  const fills = Object.entries<{ readonly fill: string }>(table).map(([name, { fill }]) => [name, fill])
  return nearest(text, Object.fromEntries(fills) as Record<Name, string>)
}

function nearest<Name extends string>(text: string, palette: Readonly<Record<Name, string>>): Name | null {
  const color = parseColor(text)
  if (!color) return null
  let best: Name | null = null
  let least = Number.POSITIVE_INFINITY
  for (const name of Object.keys(palette) as Name[]) {
    const apart = distanceBetween(color, parseColor(palette[name]) as RgbaColor)
    if (apart < least) [best, least] = [name, apart]
  }
  return best
}

/** Weighted by the sensitivity of the eye ("redmean"). */
function distanceBetween(one: RgbaColor, other: RgbaColor): number {
  const red = (one.r + other.r) / 2
  const [r, g, b] = [one.r - other.r, one.g - other.g, one.b - other.b]
  return Math.sqrt((2 + red / 256) * r ** 2 + 4 * g ** 2 + (2 + (255 - red) / 256) * b ** 2)
}

function parseColor(text: string): RgbaColor | null {
  const written = text.trim().toLowerCase().slice(0, 64)
  const color = colord(written)
  return color.isValid() && written !== 'transparent' ? color.toRgb() : null
}
