// A user's workspaces as records, for the viewer.

import { type ApplicationFlag, can, type Role, type WorkspaceFlag } from '@tessera/contract'
import { type Caller, effectiveRole } from '../access/access.ts'
import type { Reader } from '../db/database.ts'
import type { SignFile } from '../files/signed-url.ts'
import type { Slice } from '../list.ts'
import type { SignThumbnail } from '../previews/thumbnail-url.ts'
import type { ActiveUsers } from './active-users.ts'
import { detailsKey, workspaceDetails } from './workspace-details-store.ts'
import { type ListedWorkspace, listWorkspaceRows, type WorkspaceListQuery } from './workspace-list-store.ts'
import { type WorkspaceRecord, workspaceView } from './workspace-view.ts'

export interface WorkspaceListDependencies {
  readonly publicUrl: string
  readonly activeUsers: ActiveUsers
  readonly sign: SignFile
  readonly signThumbnail: SignThumbnail
}

export interface WorkspacesOf extends Slice {
  /** Whose workspaces. */
  readonly user_id: number
  /** Only workspaces that the viewer can see are listed, with the viewer's roles. */
  readonly viewer: Pick<Caller, 'id' | 'role' | 'only_workspace_id'>
  /** Null for every organization. */
  readonly organization_ids: readonly number[] | null
  readonly query?: string | undefined
  /** Only the viewer's favorites, or all except them. */
  readonly favorite?: boolean | undefined
  /** Only workspaces that the viewer has opened, or all except them. */
  readonly visited?: boolean | undefined
  readonly order_by?: WorkspaceListQuery['order_by'] | undefined
  readonly order_direction?: 'ASC' | 'DESC' | undefined
}

export async function listWorkspacesOf(
  db: Reader,
  dependencies: WorkspaceListDependencies,
  { viewer, order_by = 'name', order_direction, query, favorite, visited, ...request }: WorkspacesOf,
): Promise<{ workspaces: WorkspaceRecord[]; total: number }> {
  const { found, total } = await listWorkspaceRows(db, {
    ...request,
    query,
    favorite,
    visited,
    order_by,
    viewer_id: viewer.id,
    only_workspace_id: viewer.only_workspace_id,
    seesAll: can(viewer.role, 'can_list_walls'),
    isDescending: order_direction === 'DESC',
  })
  const details = await workspaceDetails(
    db,
    found.map(({ workspace }) => detailsKey(workspace, viewer.id)),
  )
  const active = await dependencies.activeUsers.count(found.map(({ workspace }) => workspace.id))
  const workspaces = found.flatMap((one, index) => {
    const [shown, role] = [details[index], roleIn(one, viewer.role)]
    if (!shown || !role) return []
    const active_users_count = active.get(one.workspace.id) ?? 0
    return [workspaceView(one.workspace, shown, { ...dependencies, role, active_users_count })]
  })
  return { workspaces, total }
}

const roleIn = (
  { workspace, workspace_role_id, organization_role_id }: ListedWorkspace,
  role: Role<ApplicationFlag>,
): Role<WorkspaceFlag> | null =>
  effectiveRole({ workspace_role_id, organization_role_id, w_public: workspace.public }, role)
