// The colors and sizes of pen, highlighter and eraser, kept from one stroke to the next.

import type { Stroke } from '@tessera/client'

export interface PenChoice {
  readonly penColor: Stroke['penColor']
  readonly brushSize: number
  readonly highlighterColor: Stroke['penColor']
  readonly highlighterSize: number
  readonly eraserSize: number
  /** What the eraser erases: whole strokes, or only the parts that it touches. */
  readonly erases: 'strokes' | 'parts'
}

export type DrawingBrush = 'Pen' | 'Highlighter'

export const firstPen: PenChoice = {
  penColor: 'White',
  brushSize: 8,
  highlighterColor: 'Yellow',
  highlighterSize: 40,
  eraserSize: 40,
  erases: 'strokes',
}

/** The names of the choices of each brush. */
export const choicesOf = {
  Pen: { color: 'penColor', size: 'brushSize', sizes: [3, 8, 16, 32] },
  Highlighter: { color: 'highlighterColor', size: 'highlighterSize', sizes: [20, 40, 60, 100] },
  Eraser: { color: null, size: 'eraserSize', sizes: [20, 40, 80, 100] },
} as const
