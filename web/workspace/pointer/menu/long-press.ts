// Distinguishes a finger that is held still from one that moves or is joined by a second one.

import type { Point } from '@tessera/drawing'

export interface LongPress {
  down(at: Point): void
  move(at: Point): void
  end(): void
}

const holdMs = 500
/** A finger is never completely still. */
const slack = 10

export function longPress(onHeld: (at: Point) => void): LongPress {
  let pressed: Point | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The number of fingers that are down; a second one makes it a pinch. */
  let fingers = 0
  function reset() {
    clearTimeout(timer)
    pressed = null
  }
  return {
    down(at) {
      fingers += 1
      reset()
      if (fingers > 1) return
      pressed = at
      timer = setTimeout(() => {
        reset()
        onHeld(at)
      }, holdMs)
    },
    move(at) {
      if (pressed && Math.hypot(at.x - pressed.x, at.y - pressed.y) > slack) reset()
    },
    end() {
      fingers = Math.max(0, fingers - 1)
      reset()
    },
  }
}
