// What the live socket is given by the rest of the server: it knows no noun by name.

import type { Change, Problem, Role, WorkspaceFlag, WorkspaceRole } from '@tessera/contract'
import type { Logger } from 'pino'
import type { Static } from 'typebox'
import type { Claim } from '../access/access.ts'
import type { ClusterBus } from '../cluster-bus.ts'
import type { Database, Tx } from '../db/database.ts'
import type { EventText } from '../events/event-text.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { BoardText } from '../records/board-text.ts'
import type { Roster } from './roster.ts'

export interface LiveDomain {
  readonly db: Database
  readonly log: Logger
  /** Who is connected, for others to look at. */
  readonly roster: Roster
  /** What a token says; throws Unauthorized. */
  readonly verify: (token: string) => Claim | Promise<Claim>
  readonly limit: RateLimit
  /** Where there may be other processes. */
  readonly bus: ClusterBus | null
  /** The operation that changes many objects. */
  readonly change: (call: LiveChange) => Promise<LiveAnswer>
  /** What a transaction that is over added to the log; null where that must be read. */
  readonly eventsWritten: (tx: Tx, workspace_id: number) => EventText[] | null
  readonly readEvents: (workspace_id: number, after: number, limit: number) => Promise<EventText[]>
  readonly readBoard: (workspace_id: number) => Promise<BoardText>
  readonly roleView: (role: Role<WorkspaceFlag>, organization_id: number) => Static<typeof WorkspaceRole>
  /** A person has opened the workspace in a browser. Returns at once. */
  readonly noteVisit: (user_id: number, workspace_id: number) => void
  readonly problemOf: (error: unknown) => Problem
}

export interface LiveChange {
  readonly claim: Claim
  readonly workspace_uid: string
  /** The same from the same person happens once. */
  readonly key: string
  readonly changes: Change[]
}

export interface LiveAnswer {
  /** The reply of the operation as JSON. */
  readonly reply: string
  /** It happened before, perhaps on another server, and nothing has changed now. */
  readonly isReplay: boolean
}
