// Whether a filled server holds everything that its commit knows: objects of every kind, events of every type, users with
// every role. What is missing has to be added to the fill-… files.

import type { FilledState } from './filled-state.ts'
import type { StateApi } from './state-api.ts'

export async function checkState(api: StateApi, token: string, { board, organization }: FilledState): Promise<void> {
  const { objects } = await api.call(token, 'GET', `/workspaces/${board}/objects?limit=1000`)
  const { events } = await api.call(token, 'GET', `/workspaces/${board}/events?limit=1000`)
  const { organization_users } = await api.call(token, 'GET', `/organizations/${organization}/users?limit=1000`)
  const { workspace_users } = await api.call(token, 'GET', `/workspaces/${board}/all_users`)
  const { organization_roles } = await api.call(token, 'GET', '/organizations/roles')
  const { workspace_roles } = await api.call(token, 'GET', '/workspaces/roles')
  const missing = [
    ...without(
      namesOf(objects, 'kind'),
      api.kinds.map(({ name }) => name),
    ),
    ...without(namesOf(events, 'type'), expectedEvents(api)),
    ...without(roles(organization_users), namesOf(organization_roles, 'name')),
    ...without(namesOf(workspace_users, 'workspace_role_id'), namesOf(workspace_roles, 'id')),
  ]
  if (missing.length > 0) throw new Error(`the state lacks ${missing.join(', ')}`)
}

/** A deleted workspace has no readable log, so WORKSPACE_DELETE is in the log of a restored one. */
function expectedEvents({ eventNames, kinds, has }: StateApi): string[] {
  const known = eventNames.filter(name => name !== 'WORKSPACE_DELETE')
  if (known.length > 0) return known
  const canEdit = has('PUT', '/workspaces/{workspace_id}/comments/{comment_id}')
  return [
    ...kinds.flatMap(({ name, isUpdated }) =>
      ['CREATE', ...(isUpdated ? ['UPDATE'] : []), 'DELETE'].map(change => `${name.toUpperCase()}_${change}`),
    ),
    ...['COMMENT_CREATE', 'COMMENT_DELETE', ...(canEdit ? ['COMMENT_UPDATE'] : [])],
    ...['WORKSPACE_UPDATE', 'WORKSPACE_DUPLICATE', 'WORKSPACE_PUBLISH', 'WORKSPACE_UNPUBLISH'],
    ...['WORKSPACE_USER_ADD', 'WORKSPACE_USER_REMOVE', 'WORKSPACE_USER_ROLE_CHANGE'],
  ]
}

type Rows = readonly Readonly<Record<string, unknown>>[]

const namesOf = (rows: Rows, field: string) => new Set(rows.map(row => String(row[field])))

const roles = (members: Rows) =>
  namesOf(
    members.map(({ organization_role }) => organization_role as Rows[number]),
    'name',
  )

const without = (found: ReadonlySet<string>, expected: Iterable<string>) =>
  [...expected].filter(name => !found.has(name))
