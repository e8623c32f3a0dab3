// The interface between the board and the current tool. Points are in board units; the tool does not see the camera.

import type { Point } from '@tessera/drawing'
import type { PointerSample } from './gestures.ts'

export interface ToolPointer extends PointerSample {
  /** On the board. */
  readonly point: Point
  /** 0.5 if the device does not report it. */
  readonly pressure: number
  readonly shiftKey: boolean
  readonly altKey: boolean
  /** Whether Control is held, or Command on a Mac. */
  readonly modKey: boolean
  /** 2 for a double-click, and so on; 1 for moves. */
  readonly clicks: number
  /** The positions since the last event, the current one last: pens report more often than the screen is painted. */
  readonly trail: readonly TrailPoint[]
  readonly event: PointerEvent
}

export interface TrailPoint extends Point {
  readonly pressure: number
}

/** The tool is offered every pointer; see gestures.ts for the exceptions. */
export interface Tool {
  /** Returning true takes the pointer, and the tool gets its later events. Returning false lets it pan. */
  down(pointer: ToolPointer): boolean
  move?(pointer: ToolPointer): void
  up?(pointer: ToolPointer): void
  /** A second finger, the system or Escape canceled the gesture. */
  cancel?(): void
  /** A mouse or pen over the board without a pressed button; null when it leaves. Returns the cursor to show. */
  hover?(pointer: ToolPointer | null): string | undefined
}
