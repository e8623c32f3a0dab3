// What is remembered of workspaces in which nobody listens, and what is not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../testing/world.ts'
import { SilentWorkspaces } from './silent-workspaces.ts'

test('[LIS-11] a listener that is made while its workspace is being looked at is not overlooked', async () => {
  const { ann, board, parts } = await world()
  const { id } = await parts.db.read
    .selectFrom('workspaces')
    .select('id')
    .where('uid', '=', board)
    .executeTakeFirstOrThrow()
  const silent = new SilentWorkspaces(parts.db.read)
  const looking = silent.without(new Set([id]))
  // As it is said after the commit that makes the listener: before the look is over, whatever that has read.
  silent.forget([id])
  await looking
  await ann.listeners.create({ workspaceId: board, url: 'http://127.0.0.1:9', eventTypes: ['ALL'] })
  assert.deepEqual(await silent.without(new Set([id])), new Set([id]))
})

test('a workspace in which nobody listens is not looked at again for a moment, unless something changes', async () => {
  const { ann, board, parts } = await world()
  const { id } = await parts.db.read
    .selectFrom('workspaces')
    .select('id')
    .where('uid', '=', board)
    .executeTakeFirstOrThrow()
  const silent = new SilentWorkspaces(parts.db.read)
  assert.equal((await silent.without(new Set([id]))).size, 0)
  await ann.listeners.create({ workspaceId: board, url: 'http://127.0.0.1:9', eventTypes: ['ALL'] })
  silent.forget([id])
  assert.deepEqual(await silent.without(new Set([id])), new Set([id]))
})
