// The interface of an open, live workspace. Objects are shown with the caller's own changes applied at once; they converge
// to the order of the service.

import type { Change, ChangeResult, ListedChange } from '@tessera/contract'
import type { LivePerson, Motion } from '@tessera/contract/live'
import type { TesseraError } from '../rest/errors.ts'
import type { AnyObject, Comment, Event, WorkspaceRole } from '../rest/records.ts'

export type { LivePerson, Motion }

/** An object as it is shown. A changed object is a new value, so that versions can be compared with `===`. */
export type BoardObject = AnyObject

/** Which workspace to open, and how. */
export interface LiveOptions {
  /** The address of the service: `https://boards.example.org`, with or without `/api` at the end. */
  readonly url: string
  /** The uid of the workspace. */
  readonly workspaceId: string
  /** Called for each connection, with the refused token if there is one. Return null to give up. */
  readonly token: (refused: string | null) => string | null | Promise<string | null>
  /** How the user is listed among the active users; `app` by default. */
  readonly as?: 'browser' | 'app'
  /** Stores changes until the service has them. Without it they are lost when the process ends. */
  readonly storage?: LiveStorage
  /** Fills in fields of a locally created object that only the service computes, such as the size of a text. */
  readonly complete?: (object: BoardObject) => BoardObject
  /**
   * Computes what depends on the objects that an object is attached to, such as the path of a connector. Called when one
   * of them has changed since the service computed it; without it, these fields are as old as the record.
   */
  readonly follow?: (object: BoardObject, find: (id: string) => BoardObject | undefined) => BoardObject
  /** Used instead of the global WebSocket, or in Node 20, which has none, of the package `ws`. */
  readonly WebSocket?: typeof WebSocket
  /** Other time limits than the default ones. */
  readonly timing?: Partial<LiveTiming>
}

/** Time limits of the connection, in milliseconds. */
export interface LiveTiming {
  /** The delay before the first attempt to reconnect; doubled after each failure. 300 by default. */
  readonly firstRetryMs: number
  /** The longest delay between two attempts. 15,000 by default. */
  readonly maxRetryMs: number
  /** After this long without a message from the service, a ping is sent. 15,000 by default. */
  readonly pingAfterMs: number
  /** Without a response to a ping, or a hello, within this time the connection counts as lost. 10,000 by default. */
  readonly timeoutMs: number
}

/**
 * - `connecting`: the first snapshot has not arrived yet.
 * - `live`: events are shown as they happen.
 * - `offline`: the connection is lost and being retried; changes are queued.
 * - `closed`: for good; `closeReason` says why.
 */
export type LiveState = 'connecting' | 'live' | 'offline' | 'closed'

/** An open workspace, until `close`. */
export interface LiveWorkspace {
  /** All objects as they are shown, with the caller's own changes applied. Always the same map. */
  readonly objects: ReadonlyMap<string, BoardObject>
  /** Also finds an object by the temporary id that it had before the service assigned one. */
  get(id: string): BoardObject | undefined
  /** The current id of an object: a temporary id is translated once the service has assigned one. */
  idOf(id: string): string

  /**
   * Applies the changes here at once, and sends them to the service in the order of the calls. A call takes effect as a
   * whole or not at all (lists of more than 1,000 changes or a megabyte are split), except for changes of objects that
   * others have deleted meanwhile. Without a connection they are queued. Temporary ids can be used like any other.
   */
  change(changes: readonly ListedChange[]): PendingChange
  /** How many calls of `change` have no response yet. */
  readonly pending: number
  /** True if everything pending is in the storage, so that closing the page loses nothing. */
  readonly isStored: boolean

  /** The sequence number of the last event that was applied. */
  readonly seq: number
  /** Whether it is connected; `onState` reports changes. */
  readonly state: LiveState
  /** Why it closed: the error of the service, or null if `close` was called. */
  readonly closeReason: CloseReason | null

  /** The comments on an object, or with null those at points of the board, oldest first. Change them with `client.comments`. */
  commentsOn(id: string | null): readonly Comment[]

  /** The caller, and their connection among `people`; null before the first connection. */
  readonly me: LiveSelf | null
  /** The caller's role in the workspace; null before the first connection. */
  readonly role: WorkspaceRole | null
  /**
   * Everyone in the workspace, by connection; the caller included. In a large workspace these are the people in view, the
   * leader, those the caller follows, agents, and the caller; `client.workspaces.listActiveUsers` lists the others.
   */
  readonly people: ReadonlyMap<string, LivePerson>
  /** How many users there are, each counted once, if `people` has only a part of them; otherwise null. */
  readonly peopleTotal: number | null
  /** The user who leads, or null. */
  readonly leader: number | null

  /**
   * Sent to the others at most 30 times a second, less often in a large workspace; the last of several values wins.
   * Omitted fields stay as they are.
   */
  sendPresence(presence: Partial<Presence>): void
  /** Starts or ends leading: the others see what the leader sees. */
  lead(on: boolean): void
  /** Tells the others whom the caller follows; null for nobody. */
  follow(userId: number | null): void

  /** The objects that changed; called once for everything that happens in the same task. */
  onChange(listener: (change: BoardChange) => void): Unsubscribe
  /** `state` changed. */
  onState(listener: (state: LiveState) => void): Unsubscribe
  /** The objects whose comments changed; null stands for points of the board. */
  onComments(listener: (objectIds: ReadonlySet<string | null>) => void): Unsubscribe
  /** The rights of the caller changed. */
  onRole(listener: (role: WorkspaceRole) => void): Unsubscribe
  /** `pending` or `isStored` changed. */
  onPending(listener: (pending: number) => void): Unsubscribe
  /** Someone joined, left or moved, or the leader changed. */
  onPeople(listener: (people: ReadonlyMap<string, LivePerson>) => void): Unsubscribe
  /** New events of the log, each once and in order, including those of comments and of the workspace. */
  onEvents(listener: (events: readonly Event[]) => void): Unsubscribe
  /** A change was refused. It has been reverted; this is the only notification. */
  onRefused(listener: (refused: RefusedChange) => void): Unsubscribe

  /** Closes the connection. Pending changes stay in the storage for the next time. */
  close(): Promise<void>
}

/** Ends the subscription. */
export type Unsubscribe = () => void

/** A call of `change`, whose response is still to come. */
export interface PendingChange {
  /** The id of the object of each change, in order; a temporary id for a create. */
  readonly ids: readonly string[]
  /**
   * The results of the service (`deleted` for a change that was left out because its object is gone), or a `TesseraError`
   * if it refuses. You may ignore it: `onRefused` reports refusals as well.
   */
  readonly results: Promise<readonly ChangeResult[]>
}

/** A change that the service refused. */
export interface RefusedChange {
  /** What was reverted. */
  readonly changes: readonly Change[]
  /** Why it was refused. */
  readonly error: TesseraError
}

/** What changed on the board. */
export interface BoardChange {
  /** Changed, created and deleted objects; `get` tells which. */
  readonly ids: ReadonlySet<string>
  /** Temporary ids with the ids that replace them. Both are in `ids`. */
  readonly renamed: ReadonlyMap<string, string>
  /** True if everything may have changed, because a snapshot was loaded. */
  readonly isFullReload: boolean
}

/** Why the service closed the connection for good. */
export interface CloseReason {
  /** The code that the socket closed with: 4401, 4403, 4404, or 4430 if the user has too many connections. */
  readonly code: number
  /** The reason in a sentence. */
  readonly message: string
}

/** The caller, as the others see them. */
export interface LiveSelf {
  /** The id of the connection, which is a key of `people`. */
  readonly connection: string
  /** The id of the user. */
  readonly id: number
  /** The email address of the user. */
  readonly email: string
  /** The first name of the user. */
  readonly first_name: string
  /** The last name of the user. */
  readonly last_name: string
}

/** The position and activity of a user, in board coordinates. */
export interface Presence {
  /** Where the pointer is, and whether it is a laser; null if it is not on the board. */
  readonly cursor: { readonly x: number; readonly y: number; readonly laser?: boolean } | null
  /** The center of the visible part of the board and its zoom; in a large workspace, the size of the window in pixels
   * selects who is in view. */
  readonly view: {
    readonly x: number
    readonly y: number
    readonly zoom: number
    readonly width?: number
    readonly height?: number
  } | null
  /** The ids of the selected objects. */
  readonly selection: readonly string[]
  /** Objects being dragged or drawn, and where they are; empty at the end of the gesture, which becomes one change. */
  readonly moving: readonly Motion[]
}

/** Stores pending changes: written as they are made, read when a workspace is opened. */
export interface LiveStorage {
  /** The changes of earlier sessions, oldest first. The caller takes them over. */
  load(): Promise<readonly StoredChange[]>
  /** Reports changes that are found later, which the caller takes over as well. */
  watch?(take: (left: readonly StoredChange[]) => void): void
  /** Atomic; resolves once it would survive a crash. */
  save(put: readonly StoredChange[], remove: readonly string[]): Promise<void>
  /** Resolves when everything is written. */
  close(): Promise<void>
}

/** A pending change in the storage. */
export interface StoredChange {
  /** The idempotency key of the change. */
  readonly key: string
  /** Grows with every change. */
  readonly order: number
  /** What it changes. */
  readonly changes: readonly Change[]
  /** The ids of the objects, by the index in `changes`; temporary for a create. */
  readonly ids: readonly string[]
  /** When it was first sent, in milliseconds since 1970; null if it was not. */
  readonly sentAt: number | null
}
