// Deleted workspaces that were not restored in time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { jobRows } from '../../testing/job-rows.ts'
import { jobsFor } from '../../testing/members.ts'
import { type World, worldWithoutWorker } from '../../testing/world.ts'
import { purgeWorkspace } from './delete-workspace.ts'

const purges = async (made: World) => (await jobsFor(made, made.board)).filter(({ name }) => name === 'purge-workspace')

const run = async (made: World, index: number) => {
  const job = (await purges(made))[index]
  await made.dependencies.db.write(tx => purgeWorkspace(tx, job?.payload as never))
}

test('[WSP-16] a deleted workspace is erased 30 days later, and its other jobs do not wait for that', async () => {
  const made = await worldWithoutWorker()
  const { ann, board, dependencies } = made
  await ann.workspaces.delete(board)
  const [job] = await purges(made)
  const row = (await jobRows(dependencies.db)).find(({ key, name }) => name === 'purge-workspace' && key === job?.key)
  const waitMs = Date.parse(row?.run_at as string) - Date.parse(job?.payload.deleted_at as string)
  assert.equal(waitMs, 30 * 24 * 3_600_000)
  assert.notEqual(job?.key, `workspace:${job?.payload.workspace_id}`)
  await run(made, 0)
  await refused(ann.workspaces.restore(board), 404, 'ResourceNotFound')
  assert.equal((await jobsFor(made, board)).at(-1)?.name, 'erase-workspace')
  await run(made, 0)
  assert.equal((await jobsFor(made, board)).filter(({ name }) => name === 'erase-workspace').length, 1)
})

test('[WSP-16] a restored workspace is kept, and its 30 days begin again when it is deleted again', async () => {
  const made = await worldWithoutWorker()
  const { ann, board } = made
  await ann.workspaces.delete(board)
  await ann.workspaces.restore(board)
  await run(made, 0)
  await ann.workspaces.get(board)
  await ann.workspaces.delete(board)
  await run(made, 0)
  await ann.workspaces.restore(board)
})
