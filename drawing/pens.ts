// The colors of pens by what they draw on. On the board they follow the theme. A note or a filled shape has the same
// color in both themes, so the ink on it has as well: dark on a light fill, light on a dark one.

import type { Drawable } from './drawable.ts'
import { isLightColor } from './ink-on-board.ts'
import { penColors, type Theme, themes } from './palette.ts'
import { rendererOf } from './renderers.ts'

export type Pens = Theme['pens']

/** For strokes that belong to an object. Pictures have no color of their own: the ink on them is the same everywhere. */
export function pensOn(target: Drawable, theme: Theme): Pens {
  const { fill } = rendererOf(target)
  return fill ? (pensOnFill(fill(target)) ?? theme.pens) : penColors
}

/** For the part of a stroke on the board that crosses an object. Null if the object is transparent. */
export function pensAcross(object: Drawable, theme: Theme): Pens | null {
  const { fill, layer } = rendererOf(object)
  if (layer !== 'board') return null
  return fill ? pensOnFill(fill(object)) : theme.pens
}

const known = new Map<string, Pens | null>()
const maxKnown = 1_000

function pensOnFill(color: string): Pens | null {
  const found = known.get(color)
  if (found !== undefined) return found
  const isLight = isLightColor(color)
  const pens = isLight === null ? null : themes[isLight ? 'light' : 'dark'].pens
  if (known.size > maxKnown) known.clear()
  known.set(color, pens)
  return pens
}
