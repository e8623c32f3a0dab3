// Colors as files write them: hexadecimal, rgb(), hsl() and the names of CSS. A board has hexadecimal colors only, and
// notes, canvases and pens a few named ones.

import { canvasColors, noteColors, type penColors, themes } from '@tessera/drawing/palette'
import { cssColorNames } from './css-color-names.ts'

interface Color {
  readonly parts: readonly [red: number, green: number, blue: number]
  /** 0 to 1. */
  readonly alpha: number
}

/** `#rrggbb`, or `#rrggbbaa` if it is translucent; null if it is no color. */
export function hexColor(text: string, opacity = 1): string | null {
  const color = parseColor(text)
  if (!color) return null
  const alpha = Math.min(1, Math.max(0, color.alpha * opacity))
  const digits = [...color.parts, ...(alpha < 1 ? [alpha * 255] : [])]
  return `#${digits.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`
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

export const nearestNoteColor = (text: string): NoteColor => nearest(text, noteFills, 'Yellow')
export const nearestCanvasColor = (text: string): CanvasColor => nearest(text, canvasFills, 'Gray')

/** Black and white are the color of the board's ink, which is dark on a light board. */
export const nearestPenColor = (text: string): PenColor => nearest(text, pens, 'White')

/** Whether the color is so different from its replacement that people would notice. */
export const isFarFromPen = (text: string, pen: PenColor): boolean => {
  const color = parseColor(text)
  const options = pen === 'White' ? ['#ffffff', pens.White] : [pens[pen]]
  return color !== null && options.every(option => distanceBetween(color, parseColor(option) as Color) > noticed)
}

const noticed = 120

const fillsOf = <Name extends string>(table: Readonly<Record<Name, { readonly fill: string }>>) =>
  Object.fromEntries(Object.entries<{ fill: string }>(table).map(([name, { fill }]) => [name, fill])) as Record<
    Name,
    string
  >

const noteFills = fillsOf(noteColors)
const canvasFills = fillsOf(canvasColors)
const pens = themes.light.pens

function nearest<Name extends string>(text: string, palette: Readonly<Record<Name, string>>, fallback: Name): Name {
  const color = parseColor(text)
  if (!color) return fallback
  let best = fallback
  let least = Number.POSITIVE_INFINITY
  for (const name of Object.keys(palette) as Name[]) {
    const apart = distanceBetween(color, parseColor(palette[name]) as Color)
    if (apart < least) [best, least] = [name, apart]
  }
  return best
}

/** Weighted by the sensitivity of the eye ("redmean"). */
function distanceBetween({ parts: [r1, g1, b1] }: Color, { parts: [r2, g2, b2] }: Color): number {
  const red = (r1 + r2) / 2
  return Math.sqrt((2 + red / 256) * (r1 - r2) ** 2 + 4 * (g1 - g2) ** 2 + (2 + (255 - red) / 256) * (b1 - b2) ** 2)
}

function parseColor(text: string): Color | null {
  const written = text.trim().toLowerCase().slice(0, 64)
  const named = cssColorNames.get(written)
  return parseHex(named ?? written) ?? parseFunction(written)
}

function parseHex(text: string): Color | null {
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(text)?.[1]
  if (digits === undefined) return null
  const full = digits.length < 6 ? [...digits].map(digit => digit + digit).join('') : digits
  const part = (at: number) => Number.parseInt(full.slice(at, at + 2), 16)
  return { parts: [part(0), part(2), part(4)], alpha: full.length === 8 ? part(6) / 255 : 1 }
}

function parseFunction(text: string): Color | null {
  const match = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text)
  if (!match) return null
  const values = (match[2] as string).split(/[\s,/]+/).filter(value => value !== '')
  const numbers = values.map(Number.parseFloat)
  if (numbers.length < 3 || !numbers.every(Number.isFinite)) return null
  const [first = 0, second = 0, third = 0] = numbers
  const alpha = numbers[3] === undefined ? 1 : values[3]?.endsWith('%') ? numbers[3] / 100 : numbers[3]
  if (match[1] === 'hsl') return { parts: fromHsl(first, second / 100, third / 100), alpha }
  const [red, green, blue] = [first, second, third].map((value, at) =>
    Math.min(255, Math.max(0, values[at]?.endsWith('%') ? value * 2.55 : value)),
  ) as [number, number, number]
  return { parts: [red, green, blue], alpha }
}

function fromHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const [s, l] = [Math.min(1, Math.max(0, saturation)), Math.min(1, Math.max(0, lightness))]
  const part = (n: number) => {
    const k = (((n + hue / 30) % 12) + 12) % 12
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [part(0), part(8), part(4)]
}
