// Objects that show a page of the web: those whose kind says how large the page is.

import type { BoardObject } from '@tessera/client'
import type { BrowserObject } from '@tessera/drawing'

export const isFramed = (object: BoardObject): object is Extract<BoardObject, { kind: BrowserObject['kind'] }> =>
  'contentWidth' in object
