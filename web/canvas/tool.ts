// What the board hands to the tool in hand. Points are in the board's units; the tool never sees the camera.

import type { Point } from '@tessera/drawing'
import type { PointerSample } from './gestures.ts'

export interface ToolPointer extends PointerSample {
  /** On the board. */
  readonly point: Point
  /** Half a unit where the device does not say. */
  readonly pressure: number
  readonly shiftKey: boolean
  readonly altKey: boolean
  /** Control, or Command on a Mac. */
  readonly modKey: boolean
  /** 2 for a double click, and so on; 1 for moves. */
  readonly clicks: number
  /** Where it has been since the last one, this place last: pens report more often than screens are painted. */
  readonly trail: readonly TrailPoint[]
  readonly event: PointerEvent
}

export interface TrailPoint extends Point {
  readonly pressure: number
}

/** The tool is asked first about every pointer; see gestures.ts for the few exceptions. */
export interface Tool {
  /** True takes the pointer: all that follows of it comes here. One that is left pans the board. */
  down(pointer: ToolPointer): boolean
  move?(pointer: ToolPointer): void
  up?(pointer: ToolPointer): void
  /** A second finger came, the system took the pointer, Escape was pressed: as if nothing had happened. */
  cancel?(): void
  /** A mouse or pen over the board with nothing pressed; null when it leaves. Answers the cursor to show. */
  hover?(pointer: ToolPointer | null): string | undefined
}
