// The colors that the objects of a board have, the most used first.

import type { BoardObject } from '@tessera/client'
import { workspaceKindOf } from '../kinds/index.ts'
import { fieldOf } from './abilities.ts'
import { isClear, paletteNameOf, wholeHex } from './color-values.ts'

const shown = 8

/** Leaves out the colors of the palette, which are offered anyway. */
export function colorsUsed(objects: Iterable<BoardObject>): readonly string[] {
  const counts = new Map<string, number>()
  for (const object of objects)
    for (const { type, field } of workspaceKindOf(object).style ?? []) {
      const color = type === 'color' ? wholeHex(String(fieldOf(object, field))) : null
      if (color && !isClear(color) && !paletteNameOf(color)) counts.set(color, (counts.get(color) ?? 0) + 1)
    }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, shown)
    .map(([color]) => color)
}
