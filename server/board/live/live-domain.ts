// What the live socket needs from the rest of the server. It imports no domain folder; wiring.ts passes this in.

import type { ListedChange, Problem, Role, WorkspaceFlag, WorkspaceRole } from '@tessera/contract'
import type { Logger } from 'pino'
import type { Static } from 'typebox'
import type { Claim } from '../../accounts/access/index.ts'
import type { ClusterBus } from '../../platform/bus/index.ts'
import type { RateLimit } from '../../platform/limits/index.ts'
import type { Database, Tx } from '../../platform/sql/index.ts'
import type { EventText } from '../events/event-text.ts'
import type { BoardText } from '../records/board-text.ts'
import type { Roster } from './roster.ts'

export interface LiveDomain {
  readonly db: Database
  readonly log: Logger
  /** The connected users; other parts of the server read it. */
  readonly roster: Roster
  /** Verifies a token; throws Unauthorized. */
  readonly verify: (token: string) => Claim | Promise<Claim>
  readonly limit: RateLimit
  /** How many connections a user may have in this process; 0 for no limit. */
  readonly socketsPerUser: number
  /** Null if there can be no other process. */
  readonly bus: ClusterBus | null
  /** The bulk change operation. */
  readonly change: (call: LiveChange) => Promise<LiveReply>
  /** The events that a finished transaction added to the log; null if they have to be read. */
  readonly eventsWritten: (tx: Tx, workspace_id: number) => EventText[] | null
  readonly readEvents: (workspace_id: number, after: number, limit: number) => Promise<EventText[]>
  readonly readBoard: (workspace_id: number) => Promise<BoardText>
  readonly roleView: (role: Role<WorkspaceFlag>, organization_id: number) => Static<typeof WorkspaceRole>
  /** Called when the user has opened the workspace in a browser. Does not wait for the database. */
  readonly recordVisit: (user_id: number, workspace_id: number) => void
  /** For the metrics: the time from when a room learned of new events until they were written to its sockets. */
  readonly recordFanOut: (seconds: number) => void
  readonly problemOf: (error: unknown) => Problem
}

export interface LiveChange {
  readonly claim: Claim
  readonly workspace_uid: string
  /** The idempotency key, unique per user. */
  readonly key: string
  readonly changes: ListedChange[]
}

export interface LiveReply {
  /** `"results":[…]` of the reply of the operation. */
  readonly results: string
  /** True if the change was applied before, perhaps by another process; this reply is a copy. */
  readonly isReplay: boolean
}
