// The color and sizes of pen and eraser, kept from one stroke to the next.

import type { Stroke } from '@tessera/client'

export interface PenChoice {
  readonly penColor: Stroke['penColor']
  readonly brushSize: number
  readonly eraserSize: number
}

export const firstPen: PenChoice = { penColor: 'White', brushSize: 8, eraserSize: 40 }

export const brushSizes = [3, 8, 16, 32] as const
export const eraserSizes = [20, 40, 80, 100] as const
