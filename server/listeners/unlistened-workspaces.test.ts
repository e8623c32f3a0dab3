// What is remembered of workspaces in which nobody listens, and what is not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newObjectId } from '../ids.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { workspaceIdOf } from '../testing/members.ts'
import { receiver, seqsOf } from '../testing/receiver.ts'
import { world, worldWith } from '../testing/world.ts'
import { newWebhookSecret } from './sign-notification.ts'
import { SilentWorkspaces } from './unlistened-workspaces.ts'

test('[LIS-11] a listener that is made while its workspace is being looked at is not overlooked', async () => {
  const { ann, board, parts } = await world()
  const id = await workspaceIdOf(parts.db, board)
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
  const id = await workspaceIdOf(parts.db, board)
  const silent = new SilentWorkspaces(parts.db.read)
  assert.equal((await silent.without(new Set([id]))).size, 0)
  await ann.listeners.create({ workspaceId: board, url: 'http://127.0.0.1:9', eventTypes: ['ALL'] })
  silent.forget([id])
  assert.deepEqual(await silent.without(new Set([id])), new Set([id]))
})

test('[LIS-11] [LIS-20] a listener that another process made is told what happens here right after, without a poll', async () => {
  // Its clock stands still, so that it never looks at all there is.
  const { ann, board, parts } = await worldWith({}, { hasProcessing: false, delivery: { clock: new FakeClock() } })
  const hook = await receiver()
  const id = await workspaceIdOf(parts.db, board)
  await ann.notes.create(board, { text: 'nobody listens' })
  const now = new Date().toISOString()
  const row = {
    id: newObjectId(),
    workspace_id: id,
    user_id: ann.id,
    url: hook.url,
    target_id: null,
    target_type: 'workspace',
  }
  const more = { event_types: '["ALL"]', status: 'ACTIVE', secret: newWebhookSecret(), after_seq: 1, skips: '[]' }
  const nothing = { previous_secret: null, previous_secret_until: null }
  // Nobody in this process hears of it.
  await parts.db.write(tx =>
    tx
      .insertInto('listeners')
      .values({ ...row, ...more, ...nothing, created_at: now, updated_at: now })
      .execute(),
  )
  await ann.notes.create(board, { text: 'somebody does' })
  assert.deepEqual(seqsOf(await hook.events(1)), [2])
})
