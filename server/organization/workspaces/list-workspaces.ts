// A user's workspaces as records, for the viewer.

import { type ApplicationFlag, can, type Role, type WorkspaceFlag } from '@tessera/contract'
import { type Caller, effectiveRole } from '../../accounts/access/index.ts'
import type { SignFile } from '../../platform/files/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import type { SignThumbnail } from '../../rendering/index.ts'
import { coalesce, type Slice } from '../../tools/index.ts'
import type { ActiveUsers } from './active-users.ts'
import { type ListedWorkspace, workspacesWithDetails } from './workspace-details-store.ts'
import { type FoundWorkspace, findWorkspacePage, type WorkspaceListQuery } from './workspace-list-store.ts'
import { type WorkspaceRecord, workspaceView } from './workspace-view.ts'

export interface WorkspaceListDependencies {
  readonly loadPage: LoadPage
  readonly publicUrl: string
  readonly activeUsers: ActiveUsers
  readonly sign: SignFile
  readonly signThumbnail: SignThumbnail
}

export interface WorkspacesOf extends Slice {
  /** The user whose workspaces are listed. */
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

/** Loads the workspaces of a page. Undefined for one that no longer exists. */
export type LoadPage = (keys: readonly PageKey[]) => Promise<readonly (ListedWorkspace | undefined)[]>

type PageKey = Parameters<typeof workspacesWithDetails>[1][number]

/** Pages that are requested at the same time are read together. */
export const openPageLoader = (db: Reader): LoadPage =>
  coalesce<readonly PageKey[], readonly (ListedWorkspace | undefined)[]>(
    async pages => {
      const listed = await workspacesWithDetails(db, pages.flat())
      let end = 0
      return pages.map(page => {
        end += page.length
        return listed.slice(end - page.length, end)
      })
    },
    { concurrency: 2, maxWeight: 1_000, weigh: page => page.length },
  )

export async function listWorkspacesOf(
  db: Reader,
  dependencies: WorkspaceListDependencies,
  { viewer, order_by = 'name', order_direction, query, favorite, visited, ...request }: WorkspacesOf,
): Promise<{ workspaces: WorkspaceRecord[]; total: number }> {
  const { found, total } = await findWorkspacePage(db, {
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
  const listed = await dependencies.loadPage(found.map(({ id }) => ({ workspace_id: id, user_id: viewer.id })))
  const active = await dependencies.activeUsers.count(found.map(({ id }) => id))
  const workspaces = found.flatMap((one, index) => {
    const { workspace, details } = listed[index] ?? {}
    if (!workspace || !details || workspace.deleted_at !== null) return []
    const role = roleIn(one, workspace.public, viewer.role)
    if (!role) return []
    const active_users_count = active.get(one.id) ?? 0
    return [workspaceView(workspace, details, { ...dependencies, role, active_users_count })]
  })
  return { workspaces, total }
}

const roleIn = (
  { workspace_role_id, organization_role_id }: FoundWorkspace,
  w_public: number,
  role: Role<ApplicationFlag>,
): Role<WorkspaceFlag> | null => effectiveRole({ workspace_role_id, organization_role_id, w_public }, role)
