// Objects that show a web page.

import type { BoardObject } from '@tessera/client'
import type { BrowserObject } from '@tessera/drawing'
import { workspaceKindOf } from '../kinds/index.ts'

export type BrowserWidget = Extract<BoardObject, { kind: BrowserObject['kind'] }>

export const isBrowserWidget = (object: BoardObject): object is BrowserWidget =>
  workspaceKindOf(object).open?.type === 'use-page'
