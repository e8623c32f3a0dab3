// Which of two boxes covers less.

import type { Box } from '@tessera/drawing'

export type Side = 'left' | 'right'

/** Right, unless the left one covers less of the box. */
export const chooseSide = ({ left, right }: Readonly<Record<Side, Box>>, box: Box): Side =>
  covered(left, box) < covered(right, box) ? 'left' : 'right'

const covered = (one: Box, other: Box): number =>
  shared(one.x, one.width, other.x, other.width) * shared(one.y, one.height, other.y, other.height)

const shared = (from: number, length: number, otherFrom: number, otherLength: number): number =>
  Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom))
