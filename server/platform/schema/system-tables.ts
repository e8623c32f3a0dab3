// The tables of jobs, stored responses and migrations.

import type { Generated } from 'kysely'

export interface JobTable {
  id: Generated<number>
  name: string
  key: string
  payload: string
  /** waiting, behind (another job of its key), running, done or dead. */
  state: Generated<string>
  run_at: string
  attempts: Generated<number>
  leased_until: string | null
  /** The worker that runs it. */
  lease_owner: Generated<string | null>
  last_error: string | null
  /** The organization that caused it, for fair scheduling; null if there is none. */
  organization_id: Generated<number | null>
  created_at: string
  finished_at: Generated<string | null>
}

export interface IdempotencyKeyTable {
  user_id: number
  path: string
  key: string
  body_hash: string
  status: number
  reply: string
  created_at: string
}

/** Work that a migration has left to be done in the background. */
export interface MigrationStepTable {
  /** Migration and step, such as `0042-word-counts/count`. */
  name: string
  /** Where the next batch continues; null at the beginning and at the end. */
  position: string | null
  rows_done: number
  started_at: string | null
  finished_at: string | null
}
