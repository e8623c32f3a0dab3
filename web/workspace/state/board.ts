// An open board: what its parts share. Plain values that can be watched; what is done with them is in the folders beside.

import type { Client, LiveWorkspace, TokenSource, UndoHistory } from '@tessera/client'
import type { Box, Point } from '@tessera/drawing'
import { createContext, useContext } from 'react'
import type { Moving } from '../../canvas/board-content.ts'
import type { BoardView } from '../../canvas/board-view.ts'
import type { Watched } from './observable.ts'
import type { OpenedMenu } from './opened-menu.ts'
import type { Stills } from './page-previews.ts'
import type { PenChoice } from './pen-choice.ts'
import type { ToolName } from './tool-list.ts'

export type PanelName = 'comments' | 'search' | 'outline'
export type DialogName = 'address' | 'shortcuts' | 'sharing' | 'publishing'

export interface Board {
  readonly client: Client
  readonly token: TokenSource
  readonly uid: string
  readonly live: LiveWorkspace
  readonly history: UndoHistory
  /** Null until the canvas is there. */
  readonly view: Watched<BoardView | null>
  readonly selection: Watched<readonly string[]>
  /** Whether a press on an object adds it to the selection: what Shift does, for who has none. */
  readonly isAdding: Watched<boolean>
  readonly tool: Watched<ToolName>
  readonly pen: Watched<PenChoice>
  readonly panel: Watched<PanelName | null>
  readonly dialog: Watched<DialogName | null>
  /** Where somebody pointed before they were asked what is to come there. */
  readonly pointed: Watched<Point | null>
  /** The menu that somebody has asked for at a place of the board. */
  readonly menu: Watched<OpenedMenu | null>
  /** The object whose text is being edited in place. */
  readonly edited: Watched<string | null>
  /** The browser widget that takes the pointer itself. */
  readonly entered: Watched<string | null>
  /** What is known of the pages that browser widgets show. */
  readonly stills: Stills
  /** The page each document is open at, for this person alone. */
  readonly pages: Watched<ReadonlyMap<string, number>>
  /** The rectangle that is being pulled open, in the board's units. */
  readonly marquee: Watched<Box | null>
  /** What is to be heard, and where it helps to be seen, too. */
  readonly said: Watched<Said | null>
  /** Everything in motion by one's own hand, painted instead of what the map of objects holds. */
  readonly lifted: Watched<Moving>
}

export const nothingLifted: Moving = new Map()

export interface Said {
  readonly text: string
  readonly isSeen: boolean
}

export const BoardContext = createContext<Board | null>(null)

export function useBoard(): Board {
  const board = useContext(BoardContext)
  if (!board) throw new Error('there is no board here')
  return board
}

/** To be heard by who cannot see it. */
export const announce = (board: Board, text: string) => board.said.set({ text, isSeen: false })

/** To be seen and heard. */
export const tell = (board: Board, text: string) => board.said.set({ text, isSeen: true })
