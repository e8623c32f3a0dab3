// Everything the database holds, to show that something changed nothing.

import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

const tables: (keyof Schema)[] = [
  'users',
  'organizations',
  'organization_users',
  'workspaces',
  'workspace_users',
  'favorites',
  'objects',
  'comments',
  'events',
  'files',
  'listeners',
  'jobs',
  'applications',
  'grants',
  'idempotency_keys',
  'audit_entries',
  'sessions',
  'whitelistings',
  'snapshots',
]

/** What is done with a job or told to a listener meanwhile is not what is asked. */
const ofJobs = ['id', 'name', 'key', 'payload'] as const
const ofListeners = ['id', 'url', 'target_id', 'event_types', 'secret', 'version', 'updated_at'] as const

/** A digest of each table's rows, whatever their order. */
export async function stateOf(db: Database): Promise<Record<string, string>> {
  const digests = await Promise.all(
    tables.map(async table => {
      const rows = (await columnsOf(db, table).execute()).map(row => JSON.stringify(Object.entries(row).sort()))
      return [table, createHash('sha256').update(rows.sort().join('\n')).digest('hex')]
    }),
  )
  return Object.fromEntries(digests)
}

function columnsOf({ read }: Database, table: keyof Schema): { execute(): Promise<object[]> } {
  if (table === 'jobs') return read.selectFrom('jobs').select(ofJobs)
  // Past ones are removed when there is time.
  if (table === 'snapshots') return read.selectFrom('snapshots').selectAll().where('state', '!=', 'past')
  return table === 'listeners' ? read.selectFrom(table).select(ofListeners) : read.selectFrom(table).selectAll()
}
