// The offer after several lines or cells were pasted as one note.

import type { PastedCells } from '../objects/pasted-cells.ts'

export interface PasteOffer extends PastedCells {
  /** The note with all of the text. */
  readonly id: string
}
