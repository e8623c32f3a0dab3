// The handlers of workspaces and of the users who have access to them.

import { guestRole, workspaceRoles, workspaceUserFilters } from '@tessera/contract'
import { actorOf, notFound } from '../../accounts/access/index.ts'
import { type Handlers, read, steps, write } from '../../accounts/handler.ts'
import { workspaceRoleView } from '../../accounts/roles/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { coalesce, envelope, type Filter, readFilter, sliceOf } from '../../tools/index.ts'
import { copyWorkspace } from './copy-workspace.ts'
import { createWorkspace } from './create-workspace.ts'
import { deleteWorkspace, restoreWorkspace } from './delete-workspace.ts'
import { pageOfActiveUsers } from './list-active-users.ts'
import { listDeletedOf } from './list-deleted-workspaces.ts'
import type { WorkspaceListDependencies } from './list-workspaces.ts'
import { requestPublishing, requestUnpublishing, requirePublisher } from './request-publishing.ts'
import { updateWorkspace } from './update-workspace.ts'
import { type DetailsKey, detailsKey, type WorkspaceDetails, workspaceDetails } from './workspace-details-store.ts'
import { setFavorite } from './workspace-store.ts'
import { type ListedUser, listUsersWithAccess } from './workspace-user-store.ts'
import { addUsers, changeUserRole, removeUser } from './workspace-users.ts'
import { newWorkspaceView, workspaceView } from './workspace-view.ts'

export interface WorkspaceDependencies extends WorkspaceListDependencies {
  readonly db: Database
}

export function workspaceHandlers(dependencies: WorkspaceDependencies): Handlers<'workspaces'> {
  const { db, activeUsers } = dependencies
  // The details of a page are loaded by two statements at a time: requests that arrive meanwhile share the next load.
  const findDetails = coalesce<DetailsKey, WorkspaceDetails | undefined>(keys => workspaceDetails(db.read, keys), {
    concurrency: 2,
    nameOf: key => Object.values(key).join(' '),
  })
  return {
    create: write(async call => {
      const { workspace, users } = await createWorkspace(call)
      return { workspace: { title: workspace.name, properties: newWorkspaceView(workspace, users) } }
    }),
    get: read(async ({ caller, workspace, workspaceRole: role }) => {
      const details = await findDetails(detailsKey(workspace, caller.id))
      if (!details) throw notFound('workspace')
      const active_users_count = (await activeUsers.count([workspace.id])).get(workspace.id) ?? 0
      const properties = workspaceView(workspace, details, { ...dependencies, role, active_users_count })
      return { workspace: { title: workspace.name, properties } }
    }),
    update: write(async call => {
      await updateWorkspace(call)
      return { message: 'The workspace was updated' }
    }),
    delete: write(async ({ tx, caller, workspace, body, now }) => {
      const isPermanent = body.is_permanent ?? false
      await deleteWorkspace(tx, { workspace, ...actorOf(caller), now }, { isPermanent })
      return { message: isPermanent ? 'The workspace was permanently deleted' : 'The workspace was deleted' }
    }),
    restore: write(async ({ tx, caller, workspace, now }) => {
      await restoreWorkspace(tx, { workspace, ...actorOf(caller), now })
      return { message: 'The workspace was restored' }
    }),
    listDeleted: read(async ({ db, caller, query, url, now }) => {
      const { workspaces, total } = await listDeletedOf(db, dependencies, caller, {
        ...sliceOf(query),
        now,
      })
      return { workspaces, ...envelope(url, query, { total, size: workspaces.length }) }
    }),
    copy: steps(async call => ({
      message: 'The workspace was copied',
      workspace: await copyWorkspace(db, call),
    })),
    favorite: write(async ({ tx, caller, workspace, body }) => {
      const isFavorite = body.favorite ?? true
      await setFavorite(tx, { user_id: caller.id, workspace_id: workspace.id }, isFavorite)
      return {
        message: isFavorite
          ? 'The workspace was added to your favorites'
          : 'The workspace was removed from your favorites',
      }
    }),
    publish: write(async call => {
      const { tx, caller, workspace, now, body } = call
      await requirePublisher(tx, call)
      await requestPublishing(tx, { workspace, ...actorOf(caller), now }, body)
      return { message: 'The workspace is being published' }
    }),
    unpublish: write(async ({ tx, caller, workspace, now }) => {
      await requestUnpublishing(tx, { workspace, ...actorOf(caller), now })
      return { message: 'The workspace is being unpublished' }
    }),
    listActiveUsers: read(async ({ workspace, query, url }) => {
      const { query: term = '', order_by = 'email', order_direction } = query
      const request = { query: term, order_by, isDescending: order_direction === 'DESC', ...sliceOf(query) }
      const { page, total } = pageOfActiveUsers(await activeUsers.list(workspace.id), request)
      return { active_users: page, ...envelope(url, query, { total, size: page.length }) }
    }),
    listUsers: read(async ({ db, workspace, query }) => {
      const filter = readFilter(query.filter_by, workspaceUserFilters)
      const people = (await listUsersWithAccess(db, workspace)).map(userView).filter(person => matches(person, filter))
      return { workspace_users: people, total: people.length }
    }),
    addUsers: write(async call => {
      const count = await addUsers(call)
      return { message: count === 1 ? '1 user was added' : `${count} users were added` }
    }),
    updateUser: write(async call => {
      await changeUserRole(call)
      return { message: 'The role was changed' }
    }),
    removeUser: write(async call => {
      await removeUser(call)
      return { message: 'The user was removed' }
    }),
    listRoles: read(async () => ({ workspace_roles: workspaceRoles.all.map(role => workspaceRoleView(role, 0)) })),
  }
}

const userView = ({ has_role, organization_role_id, ...person }: ListedUser) => ({
  ...person,
  has_role: has_role === 1,
  is_guest: organization_role_id === guestRole,
  role_type: workspaceRoles.get(person.workspace_role_id).role_type,
})

const matches = (
  person: ReturnType<typeof userView>,
  filter: Filter<(typeof workspaceUserFilters)[number]> | null,
): boolean => filter === null || String(person[filter.field]).toLowerCase() === filter.value
