// The deleted workspaces that a user can restore: those of their organizations that they can delete.

import type { DeletedWorkspace } from '@tessera/contract'
import type { Static } from 'typebox'
import { type Caller, effectiveRole } from '../../accounts/access/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import type { Slice } from '../../tools/index.ts'
import { retentionMs } from './delete-workspace.ts'
import { listDeletedRows } from './deleted-workspace-store.ts'
import type { WorkspaceListDependencies } from './list-workspaces.ts'
import { workspaceView } from './workspace-view.ts'

export async function listDeletedOf(
  db: Reader,
  dependencies: WorkspaceListDependencies,
  caller: Caller,
  { now, ...slice }: Slice & { now: string },
): Promise<{ workspaces: Static<typeof DeletedWorkspace>[]; total: number }> {
  const since = new Date(Date.parse(now) - retentionMs).toISOString()
  const { found, total } = await listDeletedRows(db, { user_id: caller.id, since, ...slice })
  const listed = await dependencies.loadPage(found.map(({ id }) => ({ workspace_id: id, user_id: caller.id })))
  const workspaces = found.flatMap((roles, index) => {
    const { workspace, details } = listed[index] ?? {}
    if (!workspace || !details || workspace.deleted_at === null) return []
    const role = effectiveRole({ ...roles, w_public: workspace.public }, caller.role)
    if (!role) return []
    const deleted_at = workspace.deleted_at
    return [
      {
        ...workspaceView(workspace, details, { ...dependencies, role, active_users_count: 0 }),
        deleted_at,
        restorable_until: new Date(Date.parse(deleted_at) + retentionMs).toISOString(),
      },
    ]
  })
  return { workspaces, total }
}
