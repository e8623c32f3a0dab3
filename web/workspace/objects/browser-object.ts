// Objects that show a page of the web: those whose kind says how large the page is.

import type { BoardObject } from '@tessera/client'
import type { BrowserObject } from '@tessera/drawing'

export type Framed = Extract<BoardObject, { kind: BrowserObject['kind'] }>

export const isFramed = (object: BoardObject): object is Framed => 'contentWidth' in object
