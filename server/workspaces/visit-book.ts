// Notes who opens which workspace: kept in memory for a moment and written for many at once, so that nobody who connects
// waits for it, and at most once a minute for each person and workspace. A crash forgets the last second of visits.

import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { isoNow } from '../iso-now.ts'
import { setVisits, type Visit } from './workspace-visit-store.ts'

export interface VisitBook {
  note(user_id: number, workspace_id: number): void
  /** Writes down what is still in memory. */
  close(): Promise<void>
}

const writeAfterMs = 1_000
const onceInMs = 60_000

export function openVisitBook({ db, log }: { db: Database; log: Logger }): VisitBook {
  const notedMs = new Map<string, number>()
  let waiting: Visit[] = []
  let timer: NodeJS.Timeout | undefined

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const visits = waiting.sort((one, other) => one.user_id - other.user_id || one.workspace_id - other.workspace_id)
    waiting = []
    forgetOld()
    if (visits.length === 0) return
    await db
      .write(tx => setVisits(tx, visits))
      .catch(error => log.warn({ err: error }, 'who opened which workspace could not be written down'))
  }

  const forgetOld = () => {
    const before = Date.now() - onceInMs
    for (const [key, at] of notedMs) if (at <= before) notedMs.delete(key)
  }

  return {
    note(user_id, workspace_id) {
      const key = `${user_id} ${workspace_id}`
      const last = notedMs.get(key)
      if (last !== undefined && Date.now() - last < onceInMs) return
      notedMs.set(key, Date.now())
      waiting.push({ user_id, workspace_id, visited_at: isoNow() })
      timer ??= setTimeout(write, writeAfterMs).unref()
    },
    close: write,
  }
}
