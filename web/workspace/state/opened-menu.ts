// The state of the open context menu.

import type { Point } from '@tessera/drawing'

export interface OpenedMenu {
  /** In the window. */
  readonly at: Point
  /** On the board. */
  readonly point: Point
  /** On selected objects, on the empty board, or on a selected canvas, which is both. */
  readonly on: 'objects' | 'ground' | 'both'
  readonly isByKey: boolean
}
