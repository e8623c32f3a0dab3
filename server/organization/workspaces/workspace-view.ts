// Workspaces as records.

import type { Role, Workspace, WorkspaceFlag } from '@tessera/contract'
import type { Static } from 'typebox'
import type { WorkspaceRow } from '../../accounts/access/index.ts'
import { personView } from '../../accounts/identity/index.ts'
import { workspaceRoleView } from '../../accounts/roles/index.ts'
import type { SignFile } from '../../platform/files/index.ts'
import type { WorkspaceUserTable } from '../../platform/schema/index.ts'
import { currentSnapshotVersion, type SignThumbnail } from '../../rendering/index.ts'
import type { WorkspaceDetails } from './workspace-details-store.ts'

export type WorkspaceRecord = Static<typeof Workspace>

export interface ViewContext {
  /** The roles of the viewer. */
  readonly role: Role<WorkspaceFlag>
  readonly active_users_count: number
  readonly publicUrl: string
  readonly sign: SignFile
  readonly signThumbnail: SignThumbnail
}

export function workspaceView(
  row: WorkspaceRow,
  { owner, users_count, favorite, visited_at, publish_progress, edition }: WorkspaceDetails,
  { role, active_users_count, publicUrl, sign, signThumbnail }: ViewContext,
): WorkspaceRecord {
  return {
    id: row.id,
    uid: row.uid,
    name: row.name,
    description: row.description,
    organization_id: row.organization_id,
    public: row.public === 1,
    published_at: row.published_at,
    published_url: row.published_at === '' ? '' : `${publicUrl}/view/${row.uid}`,
    publish_state: row.publish_state as WorkspaceRecord['publish_state'],
    publish_state_at: row.publish_state_at,
    publish_progress,
    published_in_full: edition === null || edition >= currentSnapshotVersion,
    can_download: row.can_download === 1,
    thumbnail_url: row.deleted_at === null ? signThumbnail(row) : '',
    created_at: row.created_at,
    updated_at: row.updated_at,
    workspace_role: workspaceRoleView(role, row.organization_id),
    workspace_owner: personView(owner, sign),
    users_count,
    active_users_count,
    favorite,
    visited_at,
  }
}

/** The response of create. */
export const newWorkspaceView = (row: WorkspaceRow, users: readonly WorkspaceUserTable[]) => ({
  id: row.id,
  uid: row.uid,
  publish_state: row.publish_state as WorkspaceRecord['publish_state'],
  name: row.name,
  description: row.description,
  organization_id: row.organization_id,
  public: row.public === 1,
  users: [...users],
  created_at: row.created_at,
  updated_at: row.updated_at,
})
