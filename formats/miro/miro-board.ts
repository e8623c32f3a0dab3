// A board of Miro while it is read.

import type { BoardBuilder } from '../board-builder.ts'
import type { PlacedBox } from '../board-content.ts'

export interface MiroItem {
  readonly id: string
  readonly ref: string
  readonly type: string
  readonly box: PlacedBox
  readonly rotation: number
  readonly data: unknown
  readonly style: unknown
}

export interface MiroBoard {
  readonly builder: BoardBuilder
  readonly items: ReadonlyMap<string, MiroItem>
  /** Data URLs by the id of the item. */
  readonly images: unknown
  readonly enlarged: number
}
