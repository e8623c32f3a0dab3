// Checks that logs have no holes and no duplicates, contain every acknowledged change once, and lead to the current
// objects.

import type { Event } from '@tessera/client'
import { compareWithLog } from '../ledger.ts'
import { marksIn } from '../marks.ts'
import type { BoardLog } from './board-log.ts'
import type { Check } from './check.ts'

export const checkLogs: Check = async ({ run, logs }) => {
  for (const log of logs) run.violations.add('logs', ...holesIn(log), ...differencesFromLog(log))
  const events = logs.reduce((sum, log) => sum + log.events.length, 0)
  return `${events} events of ${logs.length} boards without holes, leading to the objects that there are`
}

export const checkLedger: Check = async ({ run, logs }) => {
  for (const { board, events } of logs)
    run.violations.add('changes', ...compareWithLog(run.ledger.marksOf(board), marksIn(events)))
  const { acknowledged, unknown, refused } = run.ledger.counts
  return `${acknowledged} acknowledged once, ${unknown} unknown at most once, ${refused} refused never`
}

export function holesIn({ board, events }: Pick<BoardLog, 'board' | 'events'>): string[] {
  const found: string[] = []
  const ids = new Set<string>()
  for (const [index, { seq, id }] of events.entries()) {
    if (seq !== index + 1) found.push(`${board}: event ${index + 1} has the number ${seq}`)
    if (ids.has(id)) found.push(`${board}: the event ${id} is there twice`)
    ids.add(id)
  }
  return found
}

/** The versions of each object count up by one, and the last is that of the object. */
export function differencesFromLog({ board, events, objects }: BoardLog): string[] {
  const found: string[] = []
  const versions = new Map<string, number | null>()
  for (const event of events) {
    const record = subjectOf(event)
    if (!record) continue
    const isDeleted = event.type.endsWith('_DELETE')
    const before = versions.get(record.id)
    // Processing a picture is an event without a new version.
    const isNext = record.version === (before ?? 0) + 1 || (event.image !== undefined && record.version === before)
    if (!isDeleted && typeof before === 'number' && !isNext)
      found.push(`${board}: ${record.id} has version ${record.version} after ${before}`)
    versions.set(record.id, isDeleted ? null : record.version)
  }
  for (const { id, version } of objects) {
    if (versions.get(id) !== version)
      found.push(`${board}: ${id} has version ${version}, in the log ${versions.get(id) ?? 'it is gone'}`)
    versions.delete(id)
  }
  for (const [id, version] of versions) if (version !== null) found.push(`${board}: ${id} is in the log and not there`)
  return found
}

const subjectOf = ({ note, image }: Event) => (note ?? image) as { id: string; version: number } | undefined
