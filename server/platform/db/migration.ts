// A migration. `up` runs in a transaction of its own and must have the same result on both engines.

import type { Kysely } from 'kysely'
import type { Engine } from '../sql/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's Schema
export type MigrationTables = Kysely<any>

export interface Migration {
  readonly name: string
  /**
   * `expand` adds, `contract` removes what an earlier release has stopped using. Servers of the release before work on after
   * either. Migrations that have none are from before rolling upgrades: older servers cannot run after them.
   */
  readonly step?: 'expand' | 'contract'
  /** For a `contract` step: the released `expand` step that it completes. */
  readonly completes?: string
  up(tx: MigrationTables, engine: Engine): Promise<void>
  /**
   * The part that takes long on a large table. It runs while servers read and write, after `up` and possibly days
   * later.
   */
  readonly background?: readonly BackgroundStep[]
}

export type BackgroundStep = IndexStep | BatchStep

/** An index that makes reads faster. Nothing may depend on it: not unique, and not the target of `on conflict`. */
export interface IndexStep {
  readonly index: string
  /** Table and columns, such as `events (workspace_id, type)`, with `where` if it is partial. */
  readonly on: string
}

export interface BatchStep {
  /** Unique within its migration. */
  readonly name: string
  /**
   * Changes up to `limit` rows after `position` (null at first), in the order of a key. Returns the number of rows and the
   * position of the last one, or null if nothing is left. Not called again with a position that was committed.
   */
  run(tx: MigrationTables, position: string | null, limit: number, engine: Engine): Promise<BatchResult>
}

export interface BatchResult {
  readonly rows: number
  readonly position: string | null
}
