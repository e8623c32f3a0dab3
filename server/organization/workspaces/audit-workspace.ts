// Audit entries of a workspace: creation, deletion, transfer, publishing. Other changes are in the workspace's event log.

import type { AuditAction } from '@tessera/contract'
import { type AuditChange, recordAudit } from '../../accounts/audit/index.ts'
import type { Tx } from '../../platform/sql/index.ts'

interface AuditContext {
  readonly workspace: { readonly uid: string; readonly name: string; readonly organization_id: number }
  /** Null for the server itself. */
  readonly actor_id: number | null
  readonly now: string
}

export const recordWorkspaceAudit = (
  tx: Tx,
  { workspace: { uid, name, organization_id }, actor_id, now }: AuditContext,
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
