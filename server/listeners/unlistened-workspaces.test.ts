// The cache of workspaces without listeners, and when it is bypassed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newObjectId } from '../ids.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { workspaceIdOf } from '../testing/members.ts'
import { receiver, seqsOf } from '../testing/receiver.ts'
import { world, worldWith } from '../testing/world.ts'
import { newWebhookSecret } from './sign-notification.ts'
import { UnlistenedWorkspaces } from './unlistened-workspaces.ts'

test('[LIS-11] a listener created during the query for its workspace is not missed', async () => {
  const { ann, board, dependencies } = await world()
  const id = await workspaceIdOf(dependencies.db, board)
  const unlistened = new UnlistenedWorkspaces(dependencies.db.read)
  const query = unlistened.exclude(new Set([id]))
  // As after the commit that creates the listener: before the query ends, whatever it has read.
  unlistened.delete([id])
  await query
  await ann.listeners.create({ workspaceId: board, url: 'http://127.0.0.1:9', eventTypes: ['ALL'] })
  assert.deepEqual(await unlistened.exclude(new Set([id])), new Set([id]))
})

test('a workspace without listeners is not queried again for a moment, unless its listeners change', async () => {
  const { ann, board, dependencies } = await world()
  const id = await workspaceIdOf(dependencies.db, board)
  const unlistened = new UnlistenedWorkspaces(dependencies.db.read)
  assert.equal((await unlistened.exclude(new Set([id]))).size, 0)
  await ann.listeners.create({ workspaceId: board, url: 'http://127.0.0.1:9', eventTypes: ['ALL'] })
  unlistened.delete([id])
  assert.deepEqual(await unlistened.exclude(new Set([id])), new Set([id]))
})

test('[LIS-11] [LIS-20] events are delivered to a listener that another process has just created, without a poll', async () => {
  // Its clock stands still, so that it never polls.
  const { ann, board, dependencies } = await worldWith(
    {},
    { hasProcessing: false, delivery: { clock: new FakeClock() } },
  )
  const hook = await receiver()
  const id = await workspaceIdOf(dependencies.db, board)
  await ann.notes.create(board, { text: 'no listener' })
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
  // As by another process: no commit event in this one.
  await dependencies.db.write(tx =>
    tx
      .insertInto('listeners')
      .values({ ...row, ...more, ...nothing, created_at: now, updated_at: now })
      .execute(),
  )
  await ann.notes.create(board, { text: 'one listener' })
  assert.deepEqual(seqsOf(await hook.events(1)), [2])
})
