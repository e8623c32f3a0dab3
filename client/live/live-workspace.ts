// An open workspace, live: what its users see of it. Objects are shown with one's own changes applied at once; they settle
// on the server's order as it becomes known.

import type { Change, ChangeResult } from '@tessera/contract'
import type { LivePerson, Motion } from '@tessera/contract/live'
import type { TesseraError } from '../rest/errors.ts'
import type { AnyObject, Comment, Event, WorkspaceRole } from '../rest/records.ts'

export type { LivePerson, Motion }

/** An object as it is shown. A changed object is a new value, so that two looks at it can be compared with `===`. */
export type BoardObject = AnyObject

export interface LiveOptions {
  /** Where the service is: `https://boards.example.org`, or with `/api` at the end. */
  readonly url: string
  readonly workspaceId: string
  /** Asked for each connection, and told which token was refused where one was; null gives up. */
  readonly token: (refused: string | null) => string | null | Promise<string | null>
  /** How the person is listed among those present; `app` by default. */
  readonly as?: 'browser' | 'app'
  /** Where changes are kept until the service has them. Without one they live as long as this process does. */
  readonly storage?: LiveStorage
  /** Fills in what an object that was just made locally lacks until the service says it, such as the size of a text. */
  readonly complete?: (object: BoardObject) => BoardObject
  /** Instead of the global WebSocket. */
  readonly WebSocket?: typeof WebSocket
  readonly timing?: Partial<LiveTiming>
}

/** How patient a connection is, in milliseconds. */
export interface LiveTiming {
  /** Before the first try to connect again; doubled with each that fails. 300 by default. */
  readonly firstRetryMs: number
  /** 15,000 by default. */
  readonly maxRetryMs: number
  /** After this long without a word from the service it is asked for one. 15,000 by default. */
  readonly pingAfterMs: number
  /** When none comes within this time, the connection counts as lost; so does one that does not open. 10,000 by default. */
  readonly timeoutMs: number
}

/**
 * - `connecting`: the first picture is not there yet.
 * - `live`: everything that happens is shown as it happens.
 * - `offline`: the connection is lost and being sought; changes are kept and sent later.
 * - `closed`: for good; `closedBecause` says why.
 */
export type LiveState = 'connecting' | 'live' | 'offline' | 'closed'

export interface LiveWorkspace {
  /** All objects as they are shown, one's own changes on top of what the service said. Always the same map. */
  readonly objects: ReadonlyMap<string, BoardObject>
  /** Also finds an object by the temporary id it had before the service gave it one. */
  get(id: string): BoardObject | undefined
  /** The id that an object goes by now; a temporary one is translated as soon as the service has given another. */
  idOf(id: string): string

  /**
   * Makes the changes here at once, and at the service in the order of the calls, as one: all of them or none (more than
   * 1,000, or than a megabyte, in parts), but for what is about objects that others have deleted in the meantime. Without
   * a connection they wait. Temporary ids may be used like any other.
   */
  change(changes: readonly Change[]): PendingChange
  /** How many calls of `change` the service has not answered yet. */
  readonly pending: number
  /** True while everything pending is in the storage too: then closing the page loses nothing. */
  readonly isStored: boolean

  /** The number of the last event that is part of the picture. */
  readonly seq: number
  readonly state: LiveState
  /** Why it closed: the service's error, or null where `close` was called. */
  readonly closeReason: CloseReason | null

  /** The comments on an object, oldest first. They are written with `client.comments.create`. */
  commentsOn(id: string): readonly Comment[]

  /** Who one is, and under which connection among `people`; null before the first connection. */
  readonly me: LiveSelf | null
  /** The caller's role in the workspace; null before the first connection. */
  readonly role: WorkspaceRole | null
  /** Everybody present, by connection; one's own among them. */
  readonly people: ReadonlyMap<string, LivePerson>
  /** The user who leads, or null. */
  readonly leader: number | null

  /** Shown to the others, at most 30 times a second: the last of several wins. Fields left out stay as they were. */
  sendPresence(presence: Partial<Presence>): void
  lead(on: boolean): void
  follow(userId: number | null): void

  /** Which objects are shown differently from before, once for all that happens in the same task. */
  onChange(listener: (change: BoardChange) => void): Unsubscribe
  onState(listener: (state: LiveState) => void): Unsubscribe
  /** The objects that have other comments than before. */
  onComments(listener: (objectIds: ReadonlySet<string>) => void): Unsubscribe
  /** One may do more or less than before. */
  onRole(listener: (role: WorkspaceRole) => void): Unsubscribe
  /** `pending` or `isStored` is another. */
  onPending(listener: (pending: number) => void): Unsubscribe
  /** People came, left or moved, or the leader is another. */
  onPeople(listener: (people: ReadonlyMap<string, LivePerson>) => void): Unsubscribe
  /** The log as it grows, each event once and in order, comments and what happens to the workspace included. */
  onEvents(listener: (events: readonly Event[]) => void): Unsubscribe
  /** A change did not happen: it is taken back, and this is the only thing that is left of it. */
  onRefused(listener: (refused: RefusedChange) => void): Unsubscribe

  /** Ends the connection. What is pending stays in the storage for the next time. */
  close(): Promise<void>
}

export type Unsubscribe = () => void

export interface PendingChange {
  /** The id of the object of each change, in order: a temporary one where it creates. */
  readonly ids: readonly string[]
  /**
   * What the service answers (`deleted` for what was left out because it is gone), or a `TesseraError` where it refuses. It
   * may be left alone: `onRefused` tells, too.
   */
  readonly results: Promise<readonly ChangeResult[]>
}

export interface RefusedChange {
  readonly changes: readonly Change[]
  readonly error: TesseraError
}

export interface BoardChange {
  /** Changed, new and gone; `get` tells which. */
  readonly ids: ReadonlySet<string>
  /** Temporary ids with the ids that replace them; both are among `ids`. */
  readonly renamed: ReadonlyMap<string, string>
  /** True where everything may be different: the picture was fetched anew. */
  readonly isFullReload: boolean
}

export interface CloseReason {
  /** The code the socket closed with: 4401, 4403 or 4404. */
  readonly code: number
  readonly message: string
}

export interface LiveSelf {
  readonly connection: string
  readonly id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

/** Where one is and what one is doing; in the coordinates of the board. */
export interface Presence {
  readonly cursor: { readonly x: number; readonly y: number } | null
  readonly view: { readonly x: number; readonly y: number; readonly zoom: number } | null
  readonly selection: readonly string[]
  /** What is in the middle of a gesture, and where it is; empty when it is over. Then the log hears of it, once. */
  readonly moving: readonly Motion[]
}

/** Where pending changes are kept: written as they are made, read when a workspace is opened. */
export interface LiveStorage {
  /** What was left over from earlier, oldest first. From then on it is this one's to keep. */
  load(): Promise<readonly StoredChange[]>
  /** Calls with what turns out to be left over after that, which is this one's to keep as well. */
  watch?(take: (left: readonly StoredChange[]) => void): void
  /** All of it or nothing; resolves once it would survive a crash. */
  save(put: readonly StoredChange[], remove: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface StoredChange {
  /** The id of the change on the wire, under which it happens once. */
  readonly key: string
  /** Grows with every change. */
  readonly order: number
  readonly changes: readonly Change[]
  /** The temporary ids of what it creates, by the place in `changes`. */
  readonly ids: readonly string[]
  /** When it was first sent, in milliseconds since 1970; null where it was not. */
  readonly sentAt: number | null
}
