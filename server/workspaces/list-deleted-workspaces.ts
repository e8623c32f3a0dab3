// The deleted workspaces that a user can restore: those of their organizations that they can delete.

import type { DeletedWorkspace } from '@tessera/contract'
import type { Static } from 'typebox'
import { type Caller, effectiveRole } from '../access/access.ts'
import type { Reader } from '../db/database.ts'
import type { Slice } from '../list.ts'
import { retentionMs } from './delete-workspace.ts'
import { listDeletedRows } from './deleted-workspace-store.ts'
import type { WorkspaceListDependencies } from './list-workspaces.ts'
import { detailsKey, workspaceDetails } from './workspace-details-store.ts'
import { workspaceView } from './workspace-view.ts'

export async function listDeletedOf(
  db: Reader,
  dependencies: WorkspaceListDependencies,
  caller: Caller,
  { now, ...slice }: Slice & { now: string },
): Promise<{ workspaces: Static<typeof DeletedWorkspace>[]; total: number }> {
  const since = new Date(Date.parse(now) - retentionMs).toISOString()
  const { found, total } = await listDeletedRows(db, { user_id: caller.id, since, ...slice })
  const keys = found.map(({ workspace }) => detailsKey(workspace, caller.id))
  const details = await workspaceDetails(db, keys)
  const workspaces = found.flatMap(({ workspace, ...roles }, index) => {
    const role = effectiveRole({ ...roles, w_public: workspace.public }, caller.role)
    const shown = details[index]
    if (!shown || !role) return []
    const deleted_at = workspace.deleted_at as string
    return [
      {
        ...workspaceView(workspace, shown, { ...dependencies, role, active_users_count: 0 }),
        deleted_at,
        restorable_until: new Date(Date.parse(deleted_at) + retentionMs).toISOString(),
      },
    ]
  })
  return { workspaces, total }
}
