// Digests of all tables, to assert that a call changed nothing.

import { createHash } from 'node:crypto'
import type { Schema } from '../platform/schema/schema.ts'
import type { Database } from '../platform/sql/database.ts'
import { pollUntil } from './until.ts'

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
  'organization_listeners',
  'jobs',
  'applications',
  'grants',
  'idempotency_keys',
  'audit_entries',
  'sessions',
  'passkeys',
  'recovery_codes',
  'whitelistings',
  'snapshots',
]

/** Columns that change in the background are ignored, among them when a token was last used. */
const ofJobs = ['id', 'name', 'key', 'payload'] as const
const ofListeners = ['id', 'url', 'target_id', 'event_types', 'secret', 'version', 'updated_at'] as const

/** Databases with a worker. Its pending work must finish first, because it would change the digests. */
export const databasesWithWorker = new WeakSet<Database>()

/** A digest of the rows of each table, independent of their order. */
export async function stateOf(db: Database): Promise<Record<string, string>> {
  if (databasesWithWorker.has(db))
    await pollUntil(
      () => listPendingWork(db),
      jobs => jobs.length === 0,
    )
  const digests = await Promise.all(
    tables.map(async table => {
      const rows = (await columnsOf(db, table).execute()).map(row =>
        JSON.stringify(
          Object.entries(row)
            .filter(([name]) => table !== 'grants' || name !== 'last_used_at')
            .sort(),
        ),
      )
      return [table, createHash('sha256').update(rows.sort().join('\n')).digest('hex')]
    }),
  )
  return Object.fromEntries(digests)
}

const ofJobsThatChange = [
  'publish-workspace',
  'unpublish-workspace',
  'erase-workspace',
  'purge-workspace',
  'erase-abandoned-copy',
  'make-checkpoints',
  'sweep-files',
  'export-workspace',
  'fetch-import',
  'import-file',
]

const listPendingWork = ({ read }: Database) =>
  read
    .selectFrom('jobs')
    .select(['id', 'name', 'state', 'run_at'])
    .where('name', 'in', ofJobsThatChange)
    .where('state', 'in', ['waiting', 'behind', 'running'])
    .where('run_at', '<=', new Date().toISOString())
    .execute()

function columnsOf({ read }: Database, table: keyof Schema): { execute(): Promise<object[]> } {
  if (table === 'jobs') return read.selectFrom('jobs').select(ofJobs)
  // Past snapshots are deleted in the background.
  if (table === 'snapshots') return read.selectFrom('snapshots').selectAll().where('state', '!=', 'past')
  return table === 'listeners' ? read.selectFrom(table).select(ofListeners) : read.selectFrom(table).selectAll()
}
