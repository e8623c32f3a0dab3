// Requesting to publish or unpublish: the state changes and a job is queued, in one transaction.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { jobsFor, logOf } from '../../testing/members.ts'
import { type World, worldWithoutWorker } from '../../testing/world.ts'

const publication = async ({ ann, board }: World) => {
  const { publish_state, publish_state_at, published_at, published_url } = (await ann.workspaces.get(board)).workspace
    .properties
  return { publish_state, publish_state_at, published_at, published_url }
}

const jobNames = async (made: World) =>
  (await jobsFor(made, made.board)).map(({ name }) => name).filter(name => name.includes('publish'))

/** Does what the job writes to the row when it is done. */
const finishJob = ({ dependencies, board }: World, publish_state: string) =>
  dependencies.db.write(tx => {
    const published_at = new Date().toISOString()
    return tx.updateTable('workspaces').set({ publish_state, published_at }).where('uid', '=', board).execute()
  })

test('[PUB-3] a new workspace is unpublished, without times and URL', async () => {
  const nothing = { publish_state_at: '', published_at: '', published_url: '' }
  assert.deepEqual(await publication(await worldWithoutWorker()), { publish_state: 'unpublished', ...nothing })
})

test('[PUB-1] [PUB-8] publishing begins with the response; repeating it while publishing changes nothing', async () => {
  const made = await worldWithoutWorker()
  const { ann, board } = made
  await ann.workspaces.publish(board)
  const begun = await publication(made)
  assert.equal(begun.publish_state, 'publishing')
  assert.ok(Math.abs(Date.now() - Date.parse(begun.publish_state_at)) < 60_000)
  assert.equal(begun.published_url, '')
  const { id } = (await ann.workspaces.get(board)).workspace.properties
  assert.deepEqual((await jobsFor(made, board)).at(-1), {
    name: 'publish-workspace',
    key: `workspace:${id}`,
    payload: { workspace_id: id, requested_by: ann.id, requested_at: begun.publish_state_at },
  })
  const [event] = await logOf(made, board)
  assert.deepEqual([event?.type, event?.data.uid], ['WORKSPACE_PUBLISH', board])
  const before = await stateOf(made.dependencies.db)
  await ann.workspaces.publish(board)
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[PUB-1] a published workspace can be published again, and keeps its URL meanwhile', async () => {
  const made = await worldWithoutWorker()
  await made.ann.workspaces.publish(made.board)
  await finishJob(made, 'published')
  const { published_url } = await publication(made)
  assert.equal(published_url, `${made.dependencies.config.publicUrl}/view/${made.board}`)
  await made.ann.workspaces.publish(made.board)
  const again = await publication(made)
  assert.deepEqual([again.publish_state, again.published_url], ['publishing', published_url])
  assert.deepEqual(await jobNames(made), ['publish-workspace', 'publish-workspace'])
})

test('[PUB-2] [PUB-8] unpublishing begins with the response, from published and from publishing', async () => {
  for (const state of ['published', 'publishing']) {
    const made = await worldWithoutWorker()
    const { ann, board } = made
    await ann.workspaces.publish(board)
    await finishJob(made, state)
    await ann.workspaces.unpublish(board)
    assert.equal((await publication(made)).publish_state, 'unpublishing')
    assert.deepEqual(await jobNames(made), ['publish-workspace', 'unpublish-workspace'])
    assert.equal((await logOf(made, board)).at(-1)?.type, 'WORKSPACE_UNPUBLISH')
    const before = await stateOf(made.dependencies.db)
    await ann.workspaces.unpublish(board)
    assert.deepEqual(await stateOf(made.dependencies.db), before)
  }
})

test('[PUB-1] publishing cancels unpublishing', async () => {
  const made = await worldWithoutWorker()
  const { ann, board } = made
  await ann.workspaces.publish(board)
  await ann.workspaces.unpublish(board)
  await ann.workspaces.publish(board)
  assert.equal((await publication(made)).publish_state, 'publishing')
  assert.deepEqual(await jobNames(made), ['publish-workspace', 'unpublish-workspace', 'publish-workspace'])
})

test('[PUB-2] unpublishing what is not published is a 400', async () => {
  const made = await worldWithoutWorker()
  const before = await stateOf(made.dependencies.db)
  await refused(made.ann.workspaces.unpublish(made.board), 400, 'BadRequest')
  assert.deepEqual(await stateOf(made.dependencies.db), before)
})

test('[ROL-6] publishing and unpublishing need their right', async () => {
  const { bob, eve, board } = await worldWithoutWorker()
  await refused(bob.workspaces.publish(board), 400, 'ForbiddenError')
  await refused(bob.workspaces.unpublish(board), 403, 'ForbiddenError')
  await refused(eve.workspaces.publish(board), 404, 'ResourceNotFound')
  await refused(eve.workspaces.unpublish(board), 404, 'ResourceNotFound')
})

test('[PUB-21] an organization can leave publishing to its Owner and Admins, also of copies and own workspaces', async () => {
  const made = await worldWithoutWorker()
  const { ann, bob, board, organization, person, dependencies } = made
  const own = (await bob.workspaces.create(organization, { name: 'Own' })).workspace.properties.uid
  const copy = (await bob.workspaces.copy(board)).workspace.uid
  await bob.workspaces.publish(own)
  await ann.organizations.update(organization, { metadata: [{ key: 'publishing', value: 'admins' }] })
  const before = await stateOf(dependencies.db)
  for (const uid of [own, copy]) {
    const refusal = await refused(bob.workspaces.publish(uid), 400, 'ForbiddenError')
    assert.match(refusal.message, /only its Owner and Admins can publish/)
  }
  assert.deepEqual(await stateOf(dependencies.db), before)
  await bob.workspaces.unpublish(own)
  await ann.workspaces.publish(board)
  const root = await person('Root', { application_role_id: 1 })
  await root.workspaces.publish(copy)
  await ann.organizations.updateMember(organization, bob.id, { organization_role_id: 2 })
  await bob.workspaces.publish(own)
  await ann.organizations.updateMember(organization, bob.id, { organization_role_id: 3 })
  await ann.organizations.update(organization, { metadata: [{ key: 'publishing', value: 'editors' }] })
  await bob.workspaces.publish(copy)
})
