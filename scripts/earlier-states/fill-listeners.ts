// Listeners of a workspace and of the organization: one that responds, one whose receiver fails, one that is turned off,
// one for a single object, each with what was delivered.

import type { Filling } from './filled-state.ts'
import { type Reply, waitFor } from './state-api.ts'

export async function fillListeners({ api, owner, organization, receiver }: Filling, board: string): Promise<void> {
  const as = owner.token
  const create = async (more: object) => {
    const listener = { workspaceId: board, url: `${receiver}/hook`, eventTypes: ['ALL'], ...more }
    return (await api.call(as, 'POST', '/listeners', listener)).id as string
  }
  const { note } = await api.call(as, 'POST', `/workspaces/${board}/notes`, { text: 'Listened to' })
  const listener = await create({})
  await create({ url: `${receiver}/failing`, eventTypes: ['NOTE_ALL', 'WORKSPACE_ALL'] })
  await create({ targetId: note.id })
  const off = await create({ eventTypes: ['COMMENT_ALL'] })
  await api.call(as, 'PUT', `/listeners/${off}`, { status: 'IN_ACTIVE' })
  if (api.has('POST', '/organizations/{organization_id}/listeners')) {
    const everywhere = { url: `${receiver}/hook`, eventTypes: ['ALL'] }
    await api.call(as, 'POST', `/organizations/${organization}/listeners`, everywhere)
  }
  await api.call(as, 'PUT', `/workspaces/${board}/notes/${note.id}`, { text: 'Changed' })
  await api.call(as, 'POST', `/listeners/${listener}/test`)
  const delivery = await waitFor('an event is delivered', async () => {
    const { deliveries } = await api.call(as, 'GET', `/listeners/${listener}/deliveries`)
    return deliveries.find(({ event }: Reply) => event.type === 'NOTE_UPDATE') ?? false
  })
  await api.call(as, 'POST', `/listeners/${listener}/deliveries/${delivery.id}/redeliver`)
  await api.call(as, 'POST', `/listeners/${listener}/replay`, { after_seq: 0 })
  await api.call(as, 'POST', `/listeners/${listener}/secret`)
}
