// Users, and what belongs to them.

import { Type } from 'typebox'
import { caller, get, Message, post, put, remove, user } from '../operation.ts'
import { listQuery, paged } from '../paging.ts'
import { OneAvatar, OneSessionUser, OneUser, OrganizationListItem, Workspace } from '../records/index.ts'
import { boolean, emailAddress, language, optional, orNull, rowId } from '../values.ts'

const personName = (description: string) => Type.String({ maxLength: 255, trim: true, description })

const UserEdit = Type.Object({
  application_role_id: optional(rowId('Id of their new role in the installation')),
  first_name: optional(personName('First name')),
  last_name: optional(personName('Last name')),
  email: optional(emailAddress('New email address. It takes effect once it is confirmed')),
  new_password: optional(Type.String({ minLength: 8, maxLength: 256, description: 'New password' })),
  current_password: optional(
    Type.String({ maxLength: 256, description: 'Current password, required with `new_password`' }),
  ),
  user_preference: optional(
    Type.Object(
      {
        notify_on_new_message: optional(
          boolean({ description: 'Whether they get an email when a comment mentions them' }),
        ),
        language: optional(orNull(language({ description: 'The language of emails to them' }))),
      },
      { description: 'Preferences to change. Preferences that are not sent do not change' },
    ),
  ),
})

const avatar = { field: 'avatar', maxBytes: 5_000_000, orByUrl: false } as const

const byWorkspace = Type.Object({
  ...listQuery(['name', 'created_at', 'updated_at', 'id', 'uid', 'visited_at']).properties,
  favorite: optional(boolean({ description: "true: only the caller's favorites; false: only the others" })),
  visited: optional(boolean({ description: 'true: only what the caller has opened; false: only the others' })),
})
const byOrganization = listQuery(['name', 'created_at', 'updated_at', 'id'])

export const users = {
  me: get('/session/user', {
    title: 'Get the Authenticated User',
    description: 'Returns the user that the token belongs to. Use it to check a token, and to learn your own id.',
    needs: caller(),
    scopes: [],
    takesWorkspaceTokens: true,
    reply: OneSessionUser,
    errors: 'B',
  }),
  get: get('/users/:user_id', {
    title: 'Get a User',
    description: 'Returns a user, with the organizations that you share; `me` stands for yourself.',
    needs: user('read'),
    reply: OneUser,
    errors: 'C',
  }),
  update: put('/users/:user_id', {
    title: 'Update a User',
    description:
      'Changes the profile, email address, password or preferences of a user; a new email address takes effect once it is confirmed.',
    needs: user('edit'),
    scopesByField: {
      application_role_id: ['admin'],
      email: ['admin'],
      new_password: ['admin'],
      current_password: ['admin'],
    },
    body: UserEdit,
    reply: Message,
    errors: 'C',
  }),
  lock: put('/users/:user_id/lock', {
    title: 'Lock or Unlock a User',
    description: 'Locks or unlocks a user. The tokens and sessions of a locked user stop working.',
    needs: user('lock'),
    body: Type.Object({ locked: boolean({ description: 'True locks the user, false unlocks them' }) }),
    reply: Message,
    errors: 'A',
  }),
  setAvatar: post('/users/:user_id/avatar', {
    title: "Set a User's Picture",
    description: 'Uploads a picture of the user. It replaces the current one. PNG, JPEG, WebP and GIF are accepted.',
    needs: user('edit'),
    body: Type.Object({}),
    upload: avatar,
    reply: OneAvatar,
    errors: 'A',
  }),
  removeAvatar: remove('/users/:user_id/avatar', {
    title: "Remove a User's Picture",
    description: 'Removes the picture of the user. Their initials are shown instead.',
    needs: user('edit'),
    reply: Message,
    errors: 'A',
  }),
  listOrganizations: get('/users/:user_id/organizations', {
    title: "List a User's Organizations",
    description: "Lists the organizations of a user with the user's role in each. The list can be searched and sorted.",
    needs: user('lists'),
    query: byOrganization,
    reply: paged('organizations', OrganizationListItem),
    errors: 'B',
  }),
  listWorkspaces: get('/users/:user_id/workspaces', {
    title: "List a User's Workspaces",
    description:
      'Lists the workspaces that a user has access to. The list can be searched, sorted and filtered. Most programs start with `users/me/workspaces`.',
    needs: user('lists'),
    takesWorkspaceTokens: true,
    query: byWorkspace,
    reply: paged('workspaces', Workspace),
    errors: 'B',
  }),
  listWorkspacesIn: get('/users/:user_id/organizations/:organization_id/workspaces', {
    title: "List a User's Workspaces in an Organization",
    description:
      'Lists the workspaces of one organization that a user has access to. The list can be searched, sorted and filtered.',
    needs: user('lists'),
    takesWorkspaceTokens: true,
    query: byWorkspace,
    reply: paged('workspaces', Workspace),
    errors: 'B',
  }),
}
