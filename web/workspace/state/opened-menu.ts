// What is known of the menu that somebody has asked for.

import type { Point } from '@tessera/drawing'

export interface OpenedMenu {
  /** In the window. */
  readonly at: Point
  /** On the board. */
  readonly point: Point
  /** On what is selected, on nothing, or on a selected object that is ground for others. */
  readonly on: 'objects' | 'ground' | 'both'
  readonly isByKey: boolean
}
