// An open board: what its parts share. Plain values that can be watched; what is done with them is in the folders beside.

import type { Client, LiveWorkspace, TokenSource, UndoHistory } from '@tessera/client'
import type { Box, Point } from '@tessera/drawing'
import { createContext, useContext } from 'react'
import type { DrawOverrides } from '../../canvas/board-content.ts'
import type { BoardView } from '../../canvas/board-view.ts'
import type { Observable } from './observable.ts'
import type { OpenedMenu } from './opened-menu.ts'
import type { PagePreviews } from './page-previews.ts'
import type { PenChoice } from './pen-choice.ts'
import type { ToolName } from './tool-list.ts'

export type PanelName = 'comments' | 'search' | 'outline'
export type DialogName = 'address' | 'shortcuts' | 'sharing' | 'publishing'

export interface OpenBoard {
  readonly client: Client
  readonly token: TokenSource
  readonly uid: string
  readonly live: LiveWorkspace
  readonly history: UndoHistory
  /** Null until the canvas is there. */
  readonly view: Observable<BoardView | null>
  readonly selection: Observable<readonly string[]>
  /** Whether a press on an object adds it to the selection: what Shift does, for who has none. */
  readonly isMultiSelect: Observable<boolean>
  readonly tool: Observable<ToolName>
  readonly pen: Observable<PenChoice>
  readonly panel: Observable<PanelName | null>
  readonly dialog: Observable<DialogName | null>
  /** Where somebody pointed before they were asked what is to come there. */
  readonly placementPoint: Observable<Point | null>
  /** The menu that somebody has asked for at a place of the board. */
  readonly menu: Observable<OpenedMenu | null>
  /** The object whose text is being edited in place. */
  readonly editedId: Observable<string | null>
  /** The browser widget that takes the pointer itself. */
  readonly activeBrowserId: Observable<string | null>
  /** What is known of the pages that browser widgets show. */
  readonly pagePreviews: PagePreviews
  /** The page each document is open at, for this person alone. */
  readonly openPages: Observable<ReadonlyMap<string, number>>
  /** The rectangle that is being pulled open, in the board's units. */
  readonly marquee: Observable<Box | null>
  /** What is to be heard, and where it helps to be seen, too. */
  readonly announcement: Observable<Announcement | null>
  /** Everything in motion by one's own hand, painted instead of what the map of objects holds. */
  readonly overrides: Observable<DrawOverrides>
}

export const noOverrides: DrawOverrides = new Map()

export interface Announcement {
  readonly text: string
  readonly isVisible: boolean
}

export const BoardContext = createContext<OpenBoard | null>(null)

export function useBoard(): OpenBoard {
  const board = useContext(BoardContext)
  if (!board) throw new Error('there is no board here')
  return board
}

/** To be heard by who cannot see it. */
export const announce = (board: OpenBoard, text: string) => board.announcement.set({ text, isVisible: false })

/** To be seen and heard. */
export const notify = (board: OpenBoard, text: string) => board.announcement.set({ text, isVisible: true })
