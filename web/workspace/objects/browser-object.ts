// Objects that show a page of the web: those whose kind says how large the page is.

import type { BoardObject } from '@tessera/client'
import type { BrowserObject } from '@tessera/drawing'

export type BrowserWidget = Extract<BoardObject, { kind: BrowserObject['kind'] }>

export const isBrowserWidget = (object: BoardObject): object is BrowserWidget => 'contentWidth' in object
