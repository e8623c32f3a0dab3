// The position of comments beside their target: to its right if there is room, else to its left, and always inside the
// window.

import type { Box, Point } from '@tessera/drawing'

interface Size {
  readonly width: number
  readonly height: number
}

const gap = 12
/** The count at the corner of an object stays visible. */
const badgeRoom = 48

/** In screen pixels. `room` is the part of the window that bars leave free. */
export function popoverPosition(about: Box, popover: Size, room: Box): Point {
  const right = about.x + about.width + badgeRoom
  const left = about.x - popover.width - gap
  const isRight = right + popover.width <= room.x + room.width
  const x = isRight || left < room.x ? right : left
  return {
    x: clamp(x, room.x, room.x + room.width - popover.width),
    y: clamp(about.y - gap, room.y, room.y + room.height - popover.height),
  }
}

const clamp = (value: number, from: number, to: number) => Math.max(from, Math.min(value, to))
