// Colors of what is drawn on the bare board: lines, and text without a background. The board is light or dark, the color
// of an object is the same in both, so a color that cannot be read on the board of the theme is drawn with its lightness
// mirrored. Lightness is that of OKLab, in which a mirrored color keeps its hue.

import type { Theme } from './palette.ts'

/** A lower contrast to the board is unreadable. Pale colors on a light board are chosen, dark ones on a dark board rarely. */
const leastContrast = { light: 1.3, dark: 2.5 }
const wantedContrast = 4.5
const lightnessStep = 0.03
/** The lightness of white on a light board, on which a color that is darker would not be seen to be one. */
const darkest = 0.3
/** Mirrored colors are spread over less than the whole range, so that none of them is in the middle of it. */
const spread = 0.6

export function inkOnBoard(color: string, theme: Theme): string {
  const known = inks.get(theme) ?? remember(theme)
  const found = known.get(color)
  if (found !== undefined) return found
  if (known.size > maxKnown) known.clear()
  const ink = computeInk(color, theme.board)
  known.set(color, ink)
  return ink
}

/** Whether dark ink is easier to read on the color than white. Null if what is below shows: `none`, or little opacity. */
export function isLightColor(color: string): boolean | null {
  const parsed = parseColor(color)
  if (!parsed || Number.parseInt(parsed.alpha || 'ff', 16) < 128) return null
  return luminanceOf(parsed.linear) > 0.18
}

const maxKnown = 1_000
const inks = new WeakMap<Theme, Map<string, string>>()

function remember(theme: Theme): Map<string, string> {
  const known = new Map<string, string>()
  inks.set(theme, known)
  return known
}

function computeInk(color: string, board: string): string {
  const parsed = parseColor(color)
  const ground = parseColor(board)
  if (!parsed || !ground) return color
  const isDark = luminanceOf(ground.linear) < 0.2
  if (contrast(parsed.linear, ground.linear) >= leastContrast[isDark ? 'dark' : 'light']) return color
  const [lightness, a, b] = toOklab(parsed.linear)
  const step = isDark ? lightnessStep : -lightnessStep
  let mirrored = isDark ? 1 - spread * lightness : darkest + spread * (1 - lightness)
  let ink = reduceToGamut(mirrored, a, b)
  while (contrast(ink, ground.linear) < wantedContrast && mirrored > 0 && mirrored < 1) {
    mirrored += step
    ink = reduceToGamut(mirrored, a, b)
  }
  return `${toHex(ink)}${parsed.alpha}`
}

type Triple = readonly [number, number, number]

/** The parts of a hexadecimal color as linear light, and its opacity as it is written, in two digits. */
function parseColor(color: string): { linear: Triple; alpha: string } | null {
  const digits = color.slice(1)
  if (color[0] !== '#' || !/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(digits)) return null
  const full = digits.length < 6 ? [...digits].map(digit => digit + digit).join('') : digits
  const part = (at: number) => toLinear(Number.parseInt(full.slice(at, at + 2), 16) / 255)
  return { linear: [part(0), part(2), part(4)], alpha: full.slice(6) }
}

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

const toHex = (linear: Triple) =>
  `#${linear
    .map(part =>
      Math.round(255 * fromLinear(Math.min(1, Math.max(0, part))))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** As WCAG 2 counts it. */
function contrast(one: Triple, other: Triple): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const luminanceOf = ([red, green, blue]: Triple) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

function toOklab([red, green, blue]: Triple): Triple {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}

/** With less chroma if the color does not exist at this lightness: cut off, it would have another hue. */
function reduceToGamut(lightness: number, a: number, b: number): Triple {
  for (let chroma = 1; chroma > 0; chroma -= 0.1) {
    const linear = fromOklab(lightness, a * chroma, b * chroma)
    if (linear.every(part => part >= -0.002 && part <= 1.002)) return linear
  }
  return fromOklab(Math.min(1, Math.max(0, lightness)), 0, 0)
}

function fromOklab(lightness: number, a: number, b: number): Triple {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}
