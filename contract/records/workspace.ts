// Workspaces: the record, and its wrapper with the title.

import { Type } from 'typebox'
import { oneOf, orNull, timestamp } from '../values.ts'
import { WorkspaceRole } from './role.ts'
import { WorkspaceOwner } from './user.ts'

export const publishStates = ['unpublished', 'publishing', 'published', 'unpublishing'] as const

export const Workspace = Type.Object(
  {
    id: Type.Integer(),
    uid: Type.String(),
    name: Type.String(),
    description: Type.String(),
    organization_id: Type.Integer(),
    public: Type.Boolean(),
    published_at: Type.String(),
    published_url: Type.String(),
    publish_state: oneOf(publishStates),
    publish_state_at: Type.String(),
    publish_progress: orNull(Type.Integer({ description: 'Percent done while publishing, otherwise null' })),
    published_in_full: Type.Boolean({
      description:
        'False if an earlier version of the service published it and visitors see less: publish it again to show everything',
    }),
    can_download: Type.Boolean({
      description: 'Whether anyone may get pictures and PDFs of it while it is published',
    }),
    thumbnail_url: Type.String({
      description: 'The signed URL of a small picture; empty if the workspace was never changed',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
    workspace_role: WorkspaceRole,
    workspace_owner: WorkspaceOwner,
    users_count: Type.Integer(),
    active_users_count: Type.Integer(),
    favorite: Type.Boolean(),
    visited_at: orNull(timestamp({ description: 'When the caller last opened it in a browser; null if never' })),
  },
  { named: 'Workspace' },
)

/** A deleted workspace that can still be restored. */
export const DeletedWorkspace = Type.Object(
  {
    ...Workspace.properties,
    deleted_at: timestamp(),
    restorable_until: timestamp(),
  },
  { named: 'DeletedWorkspace' },
)

export const OneWorkspace = Type.Object({ workspace: Type.Object({ title: Type.String(), properties: Workspace }) })

const NewWorkspace = Type.Object(
  {
    id: Type.Integer(),
    uid: Type.String(),
    publish_state: oneOf(publishStates),
    name: Type.String(),
    description: Type.String(),
    organization_id: Type.Integer(),
    public: Type.Boolean(),
    users: Type.Array(
      Type.Object({
        user_id: Type.Integer(),
        workspace_id: Type.Integer(),
        workspace_role_id: Type.Integer(),
        created_at: timestamp(),
        updated_at: timestamp(),
      }),
    ),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { named: 'NewWorkspace' },
)

export const OneNewWorkspace = Type.Object({
  workspace: Type.Object({ title: Type.String(), properties: NewWorkspace }),
})
