// People with every role in the organization and in the workspace, invited, waiting, locked and with a picture.

import { fileForm } from './fill-board.ts'
import type { Filling } from './filled-state.ts'

export async function fillPeople({ api, owner, organization, server }: Filling, board: string): Promise<void> {
  const as = owner.token
  const members = `/organizations/${organization}/users`
  const { organization_roles } = await api.call(as, 'GET', '/organizations/roles')
  const { workspace_roles } = await api.call(as, 'GET', '/workspaces/roles')

  // The owner has the first role of both.
  const users: Record<string, number> = {}
  for (const { id } of workspace_roles.slice(1)) {
    const email = `role${id}@example.com`
    users[id] = Number(await server.tessera('user', '--email', email, '--password', owner.password))
    const user = { email, workspace_role_id: id }
    await api.call(as, 'POST', `/workspaces/${board}/users`, { users: [user] })
  }
  for (const { id } of organization_roles.slice(1)) {
    await api.call(as, 'POST', members, { email: `invited${id}@example.com`, organization_role_id: id })
    if (users[id]) await api.call(as, 'PUT', `${members}/${users[id]}`, { organization_role_id: id })
  }

  const [first] = Object.values(users)
  await api.call(as, 'PUT', `/workspaces/${board}/users/${first}`, { workspace_role_id: 4 })
  await api.call(as, 'PUT', `/workspaces/${board}/users/${first}`, { workspace_role_id: 2 })
  const added = { email: 'removed@example.com', workspace_role_id: 3 }
  const removed = await server.tessera('user', '--email', added.email, '--password', owner.password)
  await api.call(as, 'POST', `/workspaces/${board}/users`, { users: [added] })
  await api.call(as, 'DELETE', `/workspaces/${board}/users/${removed}`)
  await api.call(as, 'PUT', `/users/${removed}/lock`, { locked: true })

  await api.call(as, 'PUT', `/organizations/${organization}`, { is_guest_invite_requires_approval: true })
  const user = await server.tessera('token', '--email', 'role3@example.com')
  await api.call(user, 'POST', members, { email: 'waiting@example.com', organization_role_id: 4 })
  await api.call(as, 'POST', '/users/me/avatar', await fileForm('avatar', 'plain.png', {}))
  const preference = { user_preference: { language: 'de', notify_on_new_message: false } }
  await api.call(as, 'PUT', '/users/me', preference)
}
