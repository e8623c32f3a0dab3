// Workspaces and the people who have access to them.

import { Type } from 'typebox'
import { caller, get, Message, organization, post, put, remove, workspace } from '../operation.ts'
import { filterBy, listQuery, PageQuery, paged } from '../paging.ts'
import {
  ActiveUser,
  DeletedWorkspace,
  OneNewWorkspace,
  OneWorkspace,
  WorkspaceRole,
  WorkspaceUser,
} from '../records/index.ts'
import { boolean, emailAddress, optional, rowId, title } from '../values.ts'

const description = () => Type.String({ maxLength: 4_096 })

const WorkspaceDraft = Type.Object({
  name: title(),
  description: optional(description()),
  public: optional(boolean({ default: false, description: 'true: every member of the organization has access' })),
  users: optional(
    Type.Array(Type.Object({ email: optional(emailAddress()), workspace_role_id: optional(rowId()) }), {
      maxItems: 1_000,
    }),
  ),
})

const WorkspaceEdit = Type.Object({
  name: optional(title()),
  description: optional(description()),
  public: optional(boolean()),
  user_id: optional(rowId()),
})

const WorkspaceCopy = Type.Object({
  new_workspace_name: optional(title()),
  new_workspace_description: optional(description()),
})

const NewUsers = Type.Object({
  users: Type.Array(Type.Object({ email: emailAddress(), workspace_role_id: rowId() }), {
    minItems: 1,
    maxItems: 1_000,
  }),
})

const Copied = Type.Object({
  message: Type.String(),
  workspace: Type.Object({ id: Type.Integer(), uid: Type.String() }),
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
    description: 'Creates an empty workspace in an organization, and optionally gives people access to it.',
    needs: organization('can_create_workspace'),
    body: WorkspaceDraft,
    reply: OneNewWorkspace,
    errors: 'B',
    status: 201,
  }),
  get: get('/workspaces/:workspace_id', {
    title: 'Get a Workspace',
    description: 'Returns a workspace with your role in it.',
    needs: workspace(),
    reply: OneWorkspace,
    errors: 'D',
  }),
  update: put('/workspaces/:workspace_id', {
    title: 'Update a Workspace',
    description: 'Changes the name, description, visibility or owner of a workspace.',
    needs: workspace([], { byField: editByField }),
    body: WorkspaceEdit,
    reply: Message,
    errors: 'C',
  }),
  delete: remove('/workspaces/:workspace_id', {
    title: 'Delete a Workspace',
    description: 'Deletes a workspace; it can be restored for a while, unless `is_permanent` is true.',
    needs: workspace('can_delete_workspace'),
    body: Type.Object({ is_permanent: optional(boolean({ default: false })) }),
    reply: Message,
    errors: 'B',
  }),
  restore: post('/workspaces/:workspace_id/restore', {
    title: 'Restore a Workspace',
    description: 'Restores a deleted workspace with everything in it.',
    needs: workspace('can_delete_workspace', { deleted: true }),
    reply: Message,
    errors: 'A',
  }),
  listDeleted: get('/workspaces/deleted', {
    title: 'List Deleted Workspaces',
    description: 'Lists the deleted workspaces that you can still restore.',
    needs: caller(),
    query: PageQuery,
    reply: paged('workspaces', DeletedWorkspace),
    errors: 'A',
  }),
  copy: put('/workspaces/:workspace_id/copy', {
    title: 'Copy a Workspace',
    description: 'Creates a workspace with copies of all objects and comments of another one.',
    needs: workspace('can_duplicate_workspace'),
    takesWorkspaceTokens: false,
    body: WorkspaceCopy,
    repeat: 'never',
    cost: 20,
    reply: Copied,
    errors: 'C',
  }),
  favorite: post('/workspaces/:workspace_id/favorite', {
    title: 'Favorite a Workspace',
    description: 'Adds a workspace to your favorites, or removes it.',
    needs: workspace(),
    body: Type.Object({ favorite: optional(boolean({ default: true })) }),
    reply: Message,
    errors: 'C',
  }),
  publish: put('/workspaces/:workspace_id/publish', {
    title: 'Publish a Workspace',
    description:
      'Publishes a snapshot of a workspace that anyone with the link can read; repeat it to publish later changes.',
    needs: workspace('can_change_publish_state'),
    body: Type.Object({
      can_download: optional(
        boolean({
          description: 'Whether anyone may get pictures and PDFs of it; as before if omitted, and true at first',
        }),
      ),
    }),
    reply: Message,
    errors: 'C',
  }),
  unpublish: put('/workspaces/:workspace_id/unpublish', {
    title: 'Unpublish a Workspace',
    description: 'Removes the published snapshot of a workspace.',
    needs: workspace('can_change_publish_state'),
    reply: Message,
    errors: 'A',
  }),
  listActiveUsers: get('/workspaces/:workspace_id/active_users', {
    title: 'List Active Users in a Workspace',
    description: 'Lists the users who have the workspace open now.',
    needs: workspace('can_list_users'),
    query: listQuery(['email', 'first_name', 'last_name', 'id']),
    reply: paged('active_users', ActiveUser),
    errors: 'A',
  }),
  listUsers: get('/workspaces/:workspace_id/all_users', {
    title: 'List Users with Access to a Workspace',
    description: 'Lists everyone who has access to a workspace, with their role in it.',
    needs: workspace('can_list_users'),
    query: Type.Object({ filter_by: filterBy(workspaceUserFilters) }),
    reply: Type.Object({ workspace_users: Type.Array(WorkspaceUser), total: Type.Integer() }),
    errors: 'C',
  }),
  addUsers: post('/workspaces/:workspace_id/users', {
    title: 'Add User to Workspace',
    description: 'Gives people access to a workspace by email address, each with a role.',
    needs: workspace(['can_add_user', 'can_add_guest']),
    body: NewUsers,
    reply: Message,
    errors: 'B',
  }),
  updateUser: put('/workspaces/:workspace_id/users/:user_id', {
    title: 'Update User Role in Workspace',
    description: 'Changes the role of a user in a workspace.',
    needs: workspace(['can_change_user_role', 'can_change_guest_role']),
    body: Type.Object({ workspace_role_id: rowId() }),
    reply: Message,
    errors: 'B',
  }),
  removeUser: remove('/workspaces/:workspace_id/users/:user_id', {
    title: 'Remove User from Workspace',
    description: 'Withdraws the access of a user to a workspace; you can remove yourself.',
    needs: workspace(),
    reply: Message,
    errors: 'B',
  }),
  listRoles: get('/workspaces/roles', {
    title: 'List Workspace Roles',
    description: 'Lists the roles that users can have in a workspace.',
    needs: caller(),
    takesWorkspaceTokens: true,
    reply: Type.Object({ workspace_roles: Type.Array(WorkspaceRole) }),
    errors: 'B',
  }),
}
