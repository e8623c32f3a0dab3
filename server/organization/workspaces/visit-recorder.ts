// Records who opens which workspace. Visits are buffered in memory and written in batches, so that connecting does not
// wait for the database, and at most once a minute per user and workspace. A crash loses the last second of visits.

import type { Logger } from 'pino'
import type { Database } from '../../platform/sql/index.ts'
import { isoNow } from '../../tools/index.ts'
import { setVisits, type Visit } from './workspace-visit-store.ts'

export interface VisitRecorder {
  record(user_id: number, workspace_id: number): void
  /** Writes what is still buffered. */
  close(): Promise<void>
}

const flushDelayMs = 1_000
const minIntervalMs = 60_000

export function openVisitRecorder({ db, log }: { db: Database; log: Logger }): VisitRecorder {
  const recordedMs = new Map<string, number>()
  let buffered: Visit[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const visits = buffered.sort((one, other) => one.user_id - other.user_id || one.workspace_id - other.workspace_id)
    buffered = []
    dropOld()
    if (visits.length === 0) return
    await db
      .write(tx => setVisits(tx, visits))
      .catch(error => log.warn({ err: error }, 'failed to record workspace visits; dropping them'))
  }

  const dropOld = () => {
    const before = Date.now() - minIntervalMs
    for (const [key, at] of recordedMs) if (at <= before) recordedMs.delete(key)
  }

  return {
    record(user_id, workspace_id) {
      const key = `${user_id} ${workspace_id}`
      const last = recordedMs.get(key)
      if (last !== undefined && Date.now() - last < minIntervalMs) return
      recordedMs.set(key, Date.now())
      buffered.push({ user_id, workspace_id, visited_at: isoNow() })
      timer ??= setTimeout(flush, flushDelayMs).unref()
    },
    close: flush,
  }
}
