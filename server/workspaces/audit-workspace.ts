// What the great moments of a workspace leave in its organization's audit list. The small ones stand in its own log.

import type { AuditAction } from '@tessera/contract'
import { type AuditChange, recordAudit } from '../audit/audit.ts'
import type { Tx } from '../db/database.ts'

interface Act {
  readonly workspace: { readonly uid: string; readonly name: string; readonly organization_id: number }
  /** Null for the service itself. */
  readonly actor_id: number | null
  readonly now: string
}

export const recordWorkspaceAct = (
  tx: Tx,
  { workspace: { uid, name, organization_id }, actor_id, now }: Act,
  action: AuditAction,
  changes: readonly AuditChange[] = [],
): Promise<void> =>
  recordAudit(tx, {
    organization_id,
    actor_id,
    action,
    subject: { type: 'workspace', id: uid, name },
    changes,
    now,
  })
