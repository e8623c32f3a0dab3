// One pull of the pointer, from the press to the release, as the select tool hands it on.

import type { ToolPointer } from '../../../canvas/tool.ts'

export interface ToolGesture {
  move(pointer: ToolPointer): void
  up(pointer: ToolPointer): void
  cancel(): void
}

/** A hand is never quite still: less than this many units of the screen is no pull. */
export const isDrag = (start: ToolPointer, pointer: ToolPointer) =>
  Math.hypot(pointer.x - start.x, pointer.y - start.y) >= (start.pointerType === 'mouse' ? 3 : 8)
