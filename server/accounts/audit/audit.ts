// An organization's audit log: who did what. An entry is written in the transaction of the change it records, so that
// neither exists without the other.

import type { AuditAction, AuditEntry, AuditSubject } from '@tessera/contract'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import { newObjectId, type Slice } from '../../tools/index.ts'
import { type FoundEntry, hasAuditEntry, insertAuditEntries, listAuditEntries } from './audit-store.ts'

export interface AuditChange {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

export interface NewAuditEntry {
  readonly organization_id: number
  /** Null for the operator. */
  readonly actor_id: number | null
  readonly action: AuditAction
  /** The target of the action, with the name it has at the time. */
  readonly subject: { readonly type: AuditSubject; readonly id: number | string; readonly name: string }
  readonly changes?: readonly AuditChange[]
  readonly now: string
}

export const recordAudit = (tx: Tx, ...entries: readonly NewAuditEntry[]): Promise<void> =>
  insertAuditEntries(
    tx,
    entries.map(({ organization_id, actor_id, action, subject, changes, now }) => ({
      id: newObjectId(),
      organization_id,
      actor_id,
      action,
      subject_type: subject.type,
      subject_id: String(subject.id),
      subject_name: subject.name,
      changes: JSON.stringify(changes ?? []),
      created_at: now,
    })),
  )

export const hasAuditSince = (
  db: Reader,
  { since, ...entry }: { organization_id: number; action: AuditAction; subject_id: string; since: string },
): Promise<boolean> => hasAuditEntry(db, { ...entry, after_id: firstIdAt(since) })

/** Ids begin with their time, so that the newest entries are found without reading the others. */
const firstIdAt = (time: string) => Date.parse(time).toString(16).padStart(12, '0')

/** The fields that differ, as text. */
export const changesBetween = (before: Fields, after: Fields): AuditChange[] =>
  Object.entries(after).flatMap(([field, value]) =>
    value === undefined || value === before[field]
      ? []
      : [{ field, before: textOf(before[field]), after: textOf(value) }],
  )

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>

const textOf = (value: Fields[string]) => (value === null || value === undefined ? null : String(value))

export async function listAudit(
  db: Reader,
  organization_id: number,
  slice: Slice,
): Promise<{ entries: Static<typeof AuditEntry>[]; total: number }> {
  const { found, total } = await listAuditEntries(db, organization_id, slice)
  return { entries: found.map(entryView), total }
}

const entryView = ({ actor_id, email, first_name, last_name, ...row }: FoundEntry): Static<typeof AuditEntry> => ({
  id: row.id,
  action: row.action as AuditAction,
  actor:
    actor_id === null || email === null
      ? null
      : { id: actor_id, email, first_name: first_name ?? '', last_name: last_name ?? '' },
  subject: { type: row.subject_type as AuditSubject, id: row.subject_id, name: row.subject_name },
  changes: JSON.parse(row.changes),
  created_at: row.created_at,
})
