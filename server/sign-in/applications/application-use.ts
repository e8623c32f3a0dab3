// Records when an application was last used, to the hour, and removes unused applications that registered themselves.

import type { Database } from '../../platform/sql/index.ts'
import { type ApplicationRow, deleteUnusedApplications, setLastUsed } from './application-store.ts'

const hourMs = 60 * 60 * 1_000
const unusedAfterMs = 30 * 24 * hourMs

/** Runs in its own transaction, so that requests of a busy application do not wait for each other. */
export async function recordApplicationUse(
  db: Database,
  { client_id, last_used_at }: ApplicationRow,
  now: string,
): Promise<void> {
  const isRecent = last_used_at !== null && Date.parse(now) - Date.parse(last_used_at) < hourMs
  if (!isRecent) await db.write(tx => setLastUsed(tx, client_id, now))
}

/** Returns how many were removed. */
export function removeUnusedApplications(db: Database, now = new Date().toISOString()): Promise<number> {
  const since = new Date(Date.parse(now) - unusedAfterMs).toISOString()
  return db.write(tx => deleteUnusedApplications(tx, since, now))
}
