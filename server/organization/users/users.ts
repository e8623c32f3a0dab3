// The handlers of users: the caller, other users, and their lists of organizations and workspaces.

import { can, type Operations, Problem } from '@tessera/contract'
import { type Caller, forbidden, getOrganizationAccess, type UserAccess } from '../../accounts/access/index.ts'
import { change, type Handlers, type ReadCall, read, write } from '../../accounts/handler.ts'
import {
  findUserById,
  listOrganizationNames,
  listOrganizationsOf,
  listSharedOrganizations,
  sessionUserView,
  setUserLocked,
  type UserRow,
  userView,
} from '../../accounts/identity/index.ts'
import type { Database, Reader } from '../../platform/sql/index.ts'
import { envelope, sliceOf } from '../../tools/index.ts'
import { organizationListItemView } from '../organizations/organization-view.ts'
import { listWorkspacesOf, type WorkspaceListDependencies } from '../workspaces/list-workspaces.ts'
import { type AvatarDependencies, setAvatar, updateAvatar } from './avatar.ts'
import { updateUser } from './update-user.ts'

export interface UserDependencies extends WorkspaceListDependencies, AvatarDependencies {
  readonly db: Database
  /** False if people sign in only at a single sign-on provider. */
  readonly hasPasswordSignIn: boolean
}

export const userHandlers = (dependencies: UserDependencies): Handlers<'users'> => ({
  me: read(async ({ db, caller }) => ({
    user: sessionUserView((await findUserById(db, caller.id)) as UserRow, dependencies.sign),
  })),

  get: read(async ({ db, caller, user, isSelf, listsWithin }) => {
    const within =
      isSelf || can(caller.role, 'can_list_organizations')
        ? null
        : await listSharedOrganizations(db, caller.id, user.id)
    const organizations = await listOrganizationNames(db, user.id, within)
    return { user: userView(user, organizations, { isWhole: listsWithin === null, sign: dependencies.sign }) }
  }),

  update: change(async call => {
    const { new_password, current_password } = call.body
    if (!dependencies.hasPasswordSignIn && (new_password !== undefined || current_password !== undefined))
      throw new Problem('ForbiddenError', 'Passwords are turned off on this server')
    await updateUser(dependencies.db, call)
    return { message: 'The user was updated' }
  }),

  lock: write(async ({ tx, caller, user, isSelf, body, now }) => {
    if (isSelf) throw new Problem('BadRequest', 'You cannot lock yourself')
    await setUserLocked(tx, user, body.locked, { actor_id: caller.id, now })
    return { message: body.locked ? 'The user was locked' : 'The user was unlocked' }
  }),

  setAvatar: change(async call => ({ avatar_url: await setAvatar(dependencies, call) })),

  removeAvatar: write(async ({ tx, caller, user, now }) => {
    await updateAvatar(tx, caller, user, { avatar_hash: null, avatar_mime: null, updated_at: now })
    return { message: 'The picture was removed' }
  }),

  listOrganizations: read(async ({ db, caller, query, url, ...access }) => {
    const { found, total } = await listOrganizationsOf(db, access.user.id, {
      within: await visibleOrganizations(db, caller, access),
      query: query.query,
      order_by: query.order_by ?? 'name',
      direction: query.order_direction === 'DESC' ? 'desc' : 'asc',
      ...sliceOf(query),
    })
    return {
      organizations: found.map(organizationListItemView),
      ...envelope(url, query, { total, size: found.length }),
    }
  }),

  listWorkspaces: read(call => listWorkspaces(dependencies, call, call.listsWithin)),

  listWorkspacesIn: read(async call => {
    const { db, caller, params, listsWithin } = call
    const { organization_id } = params
    await getOrganizationAccess(db, caller, organization_id)
    if (listsWithin !== null && !listsWithin.includes(organization_id)) throw forbidden('can_list_users')
    return await listWorkspaces(dependencies, call, [organization_id])
  }),
})

type WorkspacesCall = ReadCall<Operations['users']['listWorkspaces' | 'listWorkspacesIn']>

async function listWorkspaces(
  dependencies: UserDependencies,
  { db, caller, user, query, url }: WorkspacesCall,
  organization_ids: readonly number[] | null,
) {
  const request = { user_id: user.id, viewer: caller, organization_ids, ...query, ...sliceOf(query) }
  const { workspaces, total } = await listWorkspacesOf(db, dependencies, request)
  return { workspaces, ...envelope(url, query, { total, size: workspaces.length }) }
}

/** Returns null for all. */
async function visibleOrganizations(db: Reader, caller: Caller, { user, isSelf, listsWithin }: UserAccess) {
  if (listsWithin !== null || isSelf || can(caller.role, 'can_list_organizations')) return listsWithin
  return await listSharedOrganizations(db, caller.id, user.id)
}
