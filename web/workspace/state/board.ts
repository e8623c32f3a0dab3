// The open board: the state that all parts of the page share. Only observable values; what changes them is in other
// folders.

import type { Client, LiveWorkspace, TokenSource, UndoHistory } from '@tessera/client'
import type { Box, Point } from '@tessera/drawing'
import { createContext, useContext } from 'react'
import type { DrawOverrides } from '../../canvas/board-content.ts'
import type { BoardView } from '../../canvas/board-view.ts'
import type { Guides } from '../objects/snapping/snap-box.ts'
import type { CommentDrafts } from './comment-drafts.ts'
import type { CommentFilter, CommentPlace } from './comment-threads.ts'
import type { Connecting, ConnectorOffer } from './connecting.ts'
import type { LaserTrails } from './laser-trails.ts'
import type { Observable } from './observable.ts'
import type { OpenedMenu } from './opened-menu.ts'
import type { PagePreviews } from './page-previews.ts'
import type { PasteOffer } from './paste-offer.ts'
import type { PenChoice } from './pen-choice.ts'
import type { SnapSettings } from './snap-settings.ts'
import type { ToolName } from './tool-list.ts'

export type PanelName = 'comments' | 'search' | 'outline'
export type DialogName = 'palette' | 'address' | 'shortcuts' | 'sharing' | 'publishing' | 'export' | 'import'

export interface OpenBoard {
  readonly client: Client
  readonly token: TokenSource
  readonly uid: string
  readonly live: LiveWorkspace
  readonly history: UndoHistory
  /** Null until the canvas is ready. */
  readonly view: Observable<BoardView | null>
  readonly selection: Observable<readonly string[]>
  /** The group whose members are selected one by one; null if objects of a group are selected together. */
  readonly enteredGroup: Observable<string | null>
  /** Whether clicking an object adds it to the selection: for touch screens, which have no Shift key. */
  readonly isMultiSelect: Observable<boolean>
  readonly tool: Observable<ToolName>
  readonly pen: Observable<PenChoice>
  /** The laser pointers of this user and of others. */
  readonly laser: LaserTrails
  readonly panel: Observable<PanelName | null>
  readonly dialog: Observable<DialogName | null>
  /** The target of the comments that are open beside the board. */
  readonly commentPlace: Observable<CommentPlace | null>
  readonly commentFilter: Observable<CommentFilter>
  readonly drafts: CommentDrafts
  /** Where the address dialog and an import place their objects. */
  readonly placementPoint: Observable<Point | null>
  /** The open context menu. */
  readonly menu: Observable<OpenedMenu | null>
  /** The object whose text is being edited. */
  readonly editedId: Observable<string | null>
  /** What the text editor selects when it opens. */
  readonly caretStart: Observable<CaretStart>
  /** The browser object whose page is in use. */
  readonly activeBrowserId: Observable<string | null>
  /** What is known about the web pages of browser objects. */
  readonly pagePreviews: PagePreviews
  /** The page at which each document is open, for this user only. */
  readonly openPages: Observable<ReadonlyMap<string, number>>
  readonly connecting: Observable<Connecting>
  /** The open menu that offers an object for the end of a connector. */
  readonly connectorOffer: Observable<ConnectorOffer | null>
  /** Several lines that were pasted as one note. */
  readonly pasteOffer: Observable<PasteOffer | null>
  /** The selection rectangle, in board units. */
  readonly marquee: Observable<Box | null>
  /** What the dragged objects snap to, and what they are aligned with at the moment. */
  readonly snapping: Observable<SnapSettings>
  readonly guides: Observable<Guides>
  /** The selection while it is resized or rotated: the box turns with the objects. */
  readonly gestureFrame: Observable<GestureFrame | null>
  /** The latest announcement for screen readers. */
  readonly announcement: Observable<Announcement | null>
  /** Objects painted differently from the stored ones: dragged, resized, being drawn or edited by this user. */
  readonly overrides: Observable<DrawOverrides>
}

/** `all` selects the whole text, so that typing replaces it; `end` puts the caret at its end. */
export type CaretStart = 'all' | 'end'

export const noOverrides: DrawOverrides = new Map()
export const noGuides: Guides = { lines: [], gaps: [] }

export interface GestureFrame {
  readonly box: Box
  readonly rotation: number
  /** The angle or the size, shown below the box. */
  readonly label: string
}

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

/** For screen readers only. */
export const announce = (board: OpenBoard, text: string) => board.announcement.set({ text, isVisible: false })

/** For all users: shown, and announced to screen readers. */
export const notify = (board: OpenBoard, text: string) => board.announcement.set({ text, isVisible: true })
