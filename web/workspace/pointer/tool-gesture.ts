// One drag of the pointer, from press to release, to which the select tool delegates.

import type { ToolPointer } from '../../canvas/tool.ts'

export interface ToolGesture {
  move(pointer: ToolPointer): void
  up(pointer: ToolPointer): void
  cancel(): void
}

/** A hand is never completely still: shorter distances, in screen pixels, are clicks. */
export const isDrag = (start: ToolPointer, pointer: ToolPointer) =>
  Math.hypot(pointer.x - start.x, pointer.y - start.y) >= (start.pointerType === 'mouse' ? 3 : 8)

/** Starts when the pointer is really dragged. Otherwise the press was a tap. */
export function onceDragged(start: ToolPointer, gesture: ToolGesture, onTap: () => void): ToolGesture {
  let isDragged = false
  return {
    move(pointer) {
      isDragged ||= isDrag(start, pointer)
      if (isDragged) gesture.move(pointer)
    },
    up(pointer) {
      if (isDragged) return gesture.up(pointer)
      gesture.cancel()
      onTap()
    },
    cancel: () => gesture.cancel(),
  }
}
