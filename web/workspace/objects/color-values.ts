// Colors as people pick them: the palette of the board, hex codes, and hue, saturation and brightness.

import { type PaletteName, palette } from '../kinds/palette.ts'

export const paletteNames = Object.keys(palette) as readonly PaletteName[]

export const paletteNameOf = (color: string): PaletteName | undefined =>
  paletteNames.find(name => palette[name] === color)

/** `#rrggbb`, with two more digits if it is not opaque; null if it is no hex color. The `#` may be missing. */
export function wholeHex(typed: string): string | null {
  const digits = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(typed.trim())?.[1]?.toLowerCase()
  if (!digits) return null
  const whole = digits.length < 6 ? [...digits].map(digit => digit + digit).join('') : digits
  return `#${whole.length === 8 && whole.endsWith('ff') ? whole.slice(0, 6) : whole}`
}

/** Whether nothing of the color can be seen. */
export const isClear = (color: string): boolean => color === 'none' || /^#(...0|.{6}00)$/.test(color)

/** Hue from 0 to 360, the others from 0 to 1. */
export interface Hsv {
  readonly hue: number
  readonly saturation: number
  readonly brightness: number
}

export function hsvOf(hex: string): Hsv {
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ]
  const brightness = Math.max(red, green, blue)
  const range = brightness - Math.min(red, green, blue)
  return { hue: hueOf(red, green, blue, range), saturation: brightness === 0 ? 0 : range / brightness, brightness }
}

function hueOf(red: number, green: number, blue: number, range: number): number {
  if (range === 0) return 0
  const highest = Math.max(red, green, blue)
  if (highest === red) return (60 * ((green - blue) / range) + 360) % 360
  return highest === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240
}

export function hexOf({ hue, saturation, brightness }: Hsv): string {
  const channel = (offset: number) => {
    const at = (offset + hue / 60) % 6
    return brightness - brightness * saturation * Math.max(0, Math.min(at, 4 - at, 1))
  }
  const digits = [channel(5), channel(3), channel(1)].map(value =>
    Math.round(value * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}
