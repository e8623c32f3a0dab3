// Workspaces and the people who have access to them.

import { Type } from 'typebox'
import { caller, get, handsOn, Message, organization, post, put, remove, workspace } from '../operation.ts'
import { filterBy, listQuery, PageQuery, paged } from '../paging.ts'
import {
  ActiveUser,
  DeletedWorkspace,
  OneNewWorkspace,
  OneWorkspace,
  WorkspaceRole,
  WorkspaceUser,
} from '../records/index.ts'
import { boolean, emailAddress, optional, rowId, text, title, whole } from '../values.ts'

const workspaceName = () => title('Name of the workspace')
const description = () => Type.String({ maxLength: 4_096, description: 'Description of the workspace' })

const WorkspaceDraft = Type.Object({
  name: workspaceName(),
  description: optional(description()),
  public: optional(boolean({ default: false, description: 'True: every member of the organization has access' })),
  users: optional(
    Type.Array(
      Type.Object({
        email: optional(emailAddress('A member of the organization')),
        workspace_role_id: optional(rowId('Id of their role; that of an Editor if omitted')),
      }),
      { maxItems: 1_000, description: 'Other users who get access' },
    ),
  ),
})

const WorkspaceEdit = Type.Object({
  name: optional(workspaceName()),
  description: optional(description()),
  public: optional(boolean({ description: 'True: every member of the organization has access' })),
  user_id: optional(rowId('Id of the user who becomes the Owner')),
})

const WorkspaceCopy = Type.Object({
  new_workspace_name: optional(title('Name of the copy; derived from the name of the workspace if omitted')),
  new_workspace_description: optional(description()),
})

const NewUsers = Type.Object({
  users: Type.Array(
    Type.Object({
      email: emailAddress('A member of the organization'),
      workspace_role_id: rowId('Id of their role in the workspace'),
    }),
    { minItems: 1, maxItems: 1_000, description: 'The users who get access' },
  ),
})

const Copied = Type.Object({
  message: text('What was done, in English'),
  workspace: Type.Object(
    { id: whole('Number of the copy'), uid: text('Identifies the copy in paths and addresses') },
    { named: 'CopiedWorkspace', description: 'The copy' },
  ),
})

export const workspaceUserFilters = ['email', 'first_name', 'last_name', 'role_type', 'workspace_role_id'] as const

const editByField = {
  name: 'can_edit_metadata',
  description: 'can_edit_metadata',
  public: 'can_change_public_state',
  user_id: 'can_change_owner',
} as const

export const workspaces = {
  create: post('/organizations/:organization_id/workspaces', {
    title: 'Create a Workspace',
    description:
      'Creates an empty workspace in an organization, and optionally gives people access to it. You become its Owner. Other operations take its `uid` as `workspace_id`.',
    needs: organization('can_create_workspace'),
    body: WorkspaceDraft,
    reply: OneNewWorkspace,
    errors: 'B',
    status: 201,
  }),
  get: get('/workspaces/:workspace_id', {
    title: 'Get a Workspace',
    description:
      'Returns a workspace with your role in it, its Owner and its publishing state. The objects on its board are listed by `objects.list`.',
    needs: workspace(),
    reply: OneWorkspace,
    errors: 'D',
  }),
  update: put('/workspaces/:workspace_id', {
    title: 'Update a Workspace',
    description:
      'Changes the name, description, visibility or owner of a workspace. Fields that are not sent do not change.',
    needs: workspace([], { byField: editByField }),
    scopesByField: { public: handsOn('write'), user_id: handsOn('write') },
    body: WorkspaceEdit,
    reply: Message,
    errors: 'C',
  }),
  delete: remove('/workspaces/:workspace_id', {
    title: 'Delete a Workspace',
    description:
      'Deletes a workspace. It can be restored for a limited time, unless `is_permanent` is true. With `is_permanent` a deleted workspace that can still be restored is deleted permanently.',
    needs: workspace('can_delete_workspace', { deletedTooIf: 'is_permanent' }),
    body: Type.Object({
      is_permanent: optional(boolean({ default: false, description: 'True: it cannot be restored' })),
    }),
    reply: Message,
    errors: 'B',
  }),
  restore: post('/workspaces/:workspace_id/restore', {
    title: 'Restore a Workspace',
    description: 'Restores a deleted workspace with everything in it. It can be restored until `restorable_until`.',
    needs: workspace('can_delete_workspace', { deleted: true }),
    reply: Message,
    errors: 'A',
  }),
  listDeleted: get('/workspaces/deleted', {
    title: 'List Deleted Workspaces',
    description: 'Lists the deleted workspaces that you can still restore, each with the deadline for restoring it.',
    needs: caller(),
    query: PageQuery,
    reply: paged('workspaces', DeletedWorkspace),
    errors: 'A',
  }),
  copy: put('/workspaces/:workspace_id/copy', {
    title: 'Copy a Workspace',
    description:
      'Creates a workspace with copies of all objects and comments of another one, in the same organization. Each request creates another copy.',
    needs: workspace('can_duplicate_workspace'),
    scopes: handsOn('write'),
    takesWorkspaceTokens: false,
    body: WorkspaceCopy,
    repeat: 'never',
    cost: 20,
    reply: Copied,
    errors: 'C',
  }),
  favorite: post('/workspaces/:workspace_id/favorite', {
    title: 'Favorite a Workspace',
    description: 'Adds a workspace to your favorites, or removes it. Only you see your favorites.',
    needs: workspace(),
    body: Type.Object({
      favorite: optional(boolean({ default: true, description: 'False removes it from your favorites' })),
    }),
    reply: Message,
    errors: 'C',
  }),
  publish: put('/workspaces/:workspace_id/publish', {
    title: 'Publish a Workspace',
    description:
      'Publishes a snapshot of a workspace that anyone with the link can read. To publish later changes, publish the workspace again.',
    needs: workspace('can_change_publish_state'),
    scopes: handsOn('write'),
    body: Type.Object({
      can_download: optional(
        boolean({
          description: 'Whether anyone can get pictures and PDFs of it; as before if omitted, and true at first',
        }),
      ),
    }),
    reply: Message,
    errors: 'C',
  }),
  unpublish: put('/workspaces/:workspace_id/unpublish', {
    title: 'Unpublish a Workspace',
    description: 'Removes the published snapshot of a workspace. Its published address stops working.',
    needs: workspace('can_change_publish_state'),
    reply: Message,
    errors: 'A',
  }),
  listActiveUsers: get('/workspaces/:workspace_id/active_users', {
    title: 'List Active Users in a Workspace',
    description:
      'Lists the users who have the workspace open now, in a browser or through a program. It can be searched and sorted.',
    needs: workspace('can_list_users'),
    query: listQuery(['email', 'first_name', 'last_name', 'id']),
    reply: paged('active_users', ActiveUser),
    errors: 'A',
  }),
  listUsers: get('/workspaces/:workspace_id/all_users', {
    title: 'List Users with Access to a Workspace',
    description:
      'Lists everyone who has access to a workspace, with their role in it. Users who have access because the workspace is public are included.',
    needs: workspace('can_list_users'),
    query: Type.Object({ filter_by: filterBy(workspaceUserFilters) }),
    reply: Type.Object({
      workspace_users: Type.Array(WorkspaceUser, { description: 'Everyone who has access' }),
      total: whole('Number of users with access'),
    }),
    errors: 'C',
  }),
  addUsers: post('/workspaces/:workspace_id/users', {
    title: 'Add User to Workspace',
    description:
      'Gives people access to a workspace by email address, each with a role. They must be members of the organization, whom `organizations.addMember` invites.',
    needs: workspace(['can_add_user', 'can_add_guest']),
    scopes: handsOn('write'),
    body: NewUsers,
    reply: Message,
    errors: 'B',
  }),
  updateUser: put('/workspaces/:workspace_id/users/:user_id', {
    title: 'Update User Role in Workspace',
    description: 'Changes the role of a user in a workspace. You cannot give a role with more rights than your own.',
    needs: workspace(['can_change_user_role', 'can_change_guest_role']),
    body: Type.Object({ workspace_role_id: rowId('Id of their new role') }),
    reply: Message,
    errors: 'B',
  }),
  removeUser: remove('/workspaces/:workspace_id/users/:user_id', {
    title: 'Remove User from Workspace',
    description: 'Removes the access of a user to a workspace. You can remove yourself.',
    needs: workspace(),
    reply: Message,
    errors: 'B',
  }),
  listRoles: get('/workspaces/roles', {
    title: 'List Workspace Roles',
    description:
      'Lists the roles that users can have in a workspace, with their rights. Their ids are the `workspace_role_id` of other operations.',
    needs: caller(),
    takesWorkspaceTokens: true,
    reply: Type.Object({ workspace_roles: Type.Array(WorkspaceRole, { description: 'All roles' }) }),
    errors: 'B',
  }),
}
