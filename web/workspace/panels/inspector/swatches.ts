// The colours that words stand for, where a kind names its colours: for choosing with the eye.

import { canvasColors, noteColors } from '@tessera/drawing'

type Swatches = Readonly<Record<string, { readonly fill: string }>>

const byField: Readonly<Record<string, Swatches>> = {
  'note backgroundColor': noteColors,
  'canvas borderColor': canvasColors,
}

export const swatchOf = (kind: string, field: string, value: string): string | null =>
  byField[`${kind} ${field}`]?.[value]?.fill ?? null
