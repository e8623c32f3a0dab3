// A box along one axis and across it.

import type { Box } from '@tessera/drawing'

export type Axis = 'x' | 'y'

export interface Span {
  readonly from: number
  readonly to: number
}

export const along = (box: Box, axis: Axis): Span =>
  axis === 'x' ? { from: box.x, to: box.x + box.width } : { from: box.y, to: box.y + box.height }

export const crossing = (box: Box, axis: Axis): Span => along(box, axis === 'x' ? 'y' : 'x')

export const endOn = (box: Box, axis: Axis): number => along(box, axis).to

export const centerOn = (box: Box, axis: Axis): number => (along(box, axis).from + along(box, axis).to) / 2
