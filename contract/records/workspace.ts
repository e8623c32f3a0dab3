// Workspaces: the record, and its wrapper with the title.

import { Type } from 'typebox'
import { flag, oneOf, orNull, text, timestamp, whole } from '../values.ts'
import { WorkspaceRole } from './role.ts'
import { WorkspaceOwner } from './user.ts'

export const publishStates = ['unpublished', 'publishing', 'published', 'unpublishing'] as const

const ids = {
  id: whole('Number of the workspace. Paths take the `uid` instead'),
  uid: text('Identifies the workspace in paths and addresses'),
}

const details = {
  name: text('Name of the workspace'),
  description: text('Description; empty if there is none'),
  organization_id: whole('Id of the organization that owns it'),
  public: flag('Whether every member of the organization has access'),
}

const publishState = () =>
  oneOf(publishStates, { description: 'Whether it is published, or about to be', named: 'PublishState' })

export const Workspace = Type.Object(
  {
    ...ids,
    ...details,
    published_at: text('When it was published; empty if it is not'),
    published_url: text('Address of the published workspace; empty if it is not published'),
    publish_state: publishState(),
    publish_state_at: text('When it entered this state; empty if it was never published'),
    publish_progress: orNull(whole('Percent done while publishing, otherwise null')),
    published_in_full: flag(
      'False if an earlier version of the service published it and visitors see less: publish it again to show everything',
    ),
    can_download: flag('Whether anyone can get pictures and PDFs of it while it is published'),
    thumbnail_url: text('The signed URL of a small picture; empty if the workspace was never changed'),
    created_at: timestamp({ description: 'When it was created' }),
    updated_at: timestamp({ description: 'When it, or anything in it, was last changed' }),
    workspace_role: WorkspaceRole,
    workspace_owner: WorkspaceOwner,
    users_count: whole('Number of users with access'),
    active_users_count: whole('Number of users who have it open now'),
    favorite: flag('Whether it is one of your favorites'),
    visited_at: orNull(timestamp({ description: 'When the caller last opened it in a browser; null if never' })),
  },
  { named: 'Workspace', description: 'A workspace: a board with its members and settings, as you see it' },
)

/** A deleted workspace that can still be restored. */
export const DeletedWorkspace = Type.Object(
  {
    ...Workspace.properties,
    deleted_at: timestamp({ description: 'When it was deleted' }),
    restorable_until: timestamp({ description: 'The deadline for restoring it' }),
  },
  { named: 'DeletedWorkspace', description: 'A deleted workspace that can still be restored' },
)

const heading = () => text('The name of the workspace')

export const OneWorkspace = Type.Object({
  workspace: Type.Object(
    { title: heading(), properties: Workspace },
    { named: 'TitledWorkspace', description: 'A workspace with its name as title' },
  ),
})

const Membership = Type.Object(
  {
    user_id: whole('Id of the user'),
    workspace_id: whole('Number of the workspace'),
    workspace_role_id: whole('Id of their role in it'),
    created_at: timestamp({ description: 'When they got access' }),
    updated_at: timestamp({ description: 'When their role was last changed' }),
  },
  { named: 'WorkspaceMembership', description: 'The access of a user to a workspace' },
)

const NewWorkspace = Type.Object(
  {
    ...ids,
    publish_state: publishState(),
    ...details,
    users: Type.Array(Membership, { description: 'The users who have access' }),
    created_at: timestamp({ description: 'When it was created' }),
    updated_at: timestamp({ description: 'When it was last changed' }),
  },
  { named: 'NewWorkspace', description: 'A workspace that was just created' },
)

export const OneNewWorkspace = Type.Object({
  workspace: Type.Object(
    { title: heading(), properties: NewWorkspace },
    { named: 'TitledNewWorkspace', description: 'A new workspace with its name as title' },
  ),
})
