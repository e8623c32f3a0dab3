// Searching and sorting connected users.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { world } from '../../testing/world.ts'
import type { ConnectedUser } from './active-users.ts'
import { pageOfActiveUsers } from './list-active-users.ts'

const person = (id: number, first_name: string, last_name: string): ConnectedUser => ({
  id,
  type: 'browser',
  email: `${first_name.toLowerCase()}@example.com`,
  first_name,
  last_name,
  leader: false,
})

const people = [person(3, 'Bea', 'Ito'), person(1, 'Örn', 'ito'), person(2, 'abe', 'Zed')]
const request = { query: '', order_by: 'email', isDescending: false, limit: 25, offset: 0 } as const
const ids = (more: Partial<Parameters<typeof pageOfActiveUsers>[1]>) =>
  pageOfActiveUsers(people, { ...request, ...more }).page.map(({ id }) => id)

test('[LST-4] [LST-5] active users are sorted by each field, ties by id', () => {
  assert.deepEqual(ids({}), [2, 3, 1])
  assert.deepEqual(ids({ order_by: 'first_name' }), [2, 3, 1])
  assert.deepEqual(ids({ order_by: 'last_name' }), [1, 3, 2])
  assert.deepEqual(ids({ order_by: 'last_name', isDescending: true }), [2, 1, 3])
  assert.deepEqual(ids({ order_by: 'id', isDescending: true }), [3, 2, 1])
})

test('[LST-6] active users are found by part of a name or email, in any case', () => {
  assert.deepEqual(ids({ query: 'ÖR' }), [1])
  assert.deepEqual(ids({ query: 'ITO' }), [3, 1])
  assert.deepEqual(ids({ query: 'abe@' }), [2])
  assert.deepEqual(ids({ query: '%' }), [])
})

test('[LST-1] a page of active users has the total', () => {
  const { page, total } = pageOfActiveUsers(people, { ...request, limit: 1, offset: 1 })
  assert.deepEqual([page.map(({ id }) => id), total], [[3], 3])
})

test('[ROL-6] [LST-1] active users are listed for every role, and for no one else', async () => {
  const { vic, eve, board } = await world()
  const { active_users, total, paging } = await vic.workspaces.listActiveUsers(board, { query: 'ann' })
  assert.deepEqual([active_users, total, paging.prev, paging.next], [[], 0, null, null])
  assert.match(paging.self, new RegExp(`^/api/workspaces/${board}/active_users\\?.*query=ann`))
  await refused(eve.workspaces.listActiveUsers(board), 404, 'ResourceNotFound')
})
