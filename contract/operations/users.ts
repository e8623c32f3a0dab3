// People, and what belongs to them.

import { Type } from 'typebox'
import { caller, get, Message, post, put, remove, user } from '../operation.ts'
import { listQuery, paged } from '../paging.ts'
import { OneAvatar, OneSessionUser, OneUser, OrganizationListItem, Workspace } from '../records/index.ts'
import { boolean, emailAddress, language, optional, orNull, rowId } from '../values.ts'

const personName = () => Type.String({ maxLength: 255, trim: true })

const UserEdit = Type.Object({
  application_role_id: optional(rowId()),
  first_name: optional(personName()),
  last_name: optional(personName()),
  email: optional(emailAddress()),
  new_password: optional(Type.String({ minLength: 8, maxLength: 256 })),
  current_password: optional(Type.String({ maxLength: 256 })),
  user_preference: optional(
    Type.Object({ notify_on_new_message: optional(boolean()), language: optional(orNull(language())) }),
  ),
})

const avatar = { field: 'avatar', maxBytes: 5_000_000, orByUrl: false }

const byWorkspace = Type.Object({
  ...listQuery(['name', 'created_at', 'updated_at', 'id', 'uid', 'visited_at']).properties,
  favorite: optional(boolean({ description: "true: only the caller's favorites; false: only the others" })),
  visited: optional(boolean({ description: 'true: only what the caller has opened; false: only the others' })),
})
const byOrganization = listQuery(['name', 'created_at', 'updated_at', 'id'])

// biome-ignore format: a table
export const users = {
  me:                get('/session/user',                                          { title: 'Get the Authenticated User',                  needs: caller(),       reply: OneSessionUser, errors: 'B' }),
  get:               get('/users/:user_id',                                        { title: 'Get a User',                                  needs: user('read'),   reply: OneUser, errors: 'C' }),
  update:            put('/users/:user_id',                                        { title: 'Update a User',                               needs: user('edit'),   body: UserEdit, reply: Message, errors: 'C' }),
  lock:              put('/users/:user_id/lock',                                   { title: 'Lock or Unlock a User',                       needs: user('lock'),   body: Type.Object({ locked: boolean() }), reply: Message, errors: 'A' }),
  setAvatar:         post('/users/:user_id/avatar',                                { title: 'Set a User\'s Picture',                        needs: user('edit'),   body: Type.Object({}), upload: avatar, reply: OneAvatar, errors: 'A' }),
  removeAvatar:      remove('/users/:user_id/avatar',                              { title: 'Remove a User\'s Picture',                     needs: user('edit'),   reply: Message, errors: 'A' }),
  listOrganizations: get('/users/:user_id/organizations',                          { title: 'List a User\'s Organizations',                needs: user('lists'),  query: byOrganization, reply: paged('organizations', OrganizationListItem), errors: 'B' }),
  listWorkspaces:    get('/users/:user_id/workspaces',                             { title: 'List a User\'s Workspaces',                   needs: user('lists'),  query: byWorkspace, reply: paged('workspaces', Workspace), errors: 'B' }),
  listWorkspacesIn:  get('/users/:user_id/organizations/:organization_id/workspaces', { title: 'List a User\'s Workspaces in an Organization', needs: user('lists'), query: byWorkspace, reply: paged('workspaces', Workspace), errors: 'B' }),
}
