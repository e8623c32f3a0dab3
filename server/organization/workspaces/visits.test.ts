// Which workspaces a user opened last.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { openLive } from '../../testing/live-client.ts'
import { until } from '../../testing/until.ts'
import { type Person, world, worldWith } from '../../testing/world.ts'
import { openVisitRecorder } from './visit-recorder.ts'

type World = Awaited<ReturnType<typeof world>>

const visitedAt = async (person: Person, board: string) =>
  (await person.workspaces.get(board)).workspace.properties.visited_at

async function visit(made: World, person: Person, board: string, as: 'browser' | 'app' = 'browser') {
  await using _ = await openLive({ ...made, board }, person, { as })
}

async function another({ ann, organization }: World, name: string): Promise<string> {
  return (await ann.workspaces.create(organization, { name })).workspace.properties.uid
}

test('[WSP-19] opening a workspace in a browser records a visit of that user only', async () => {
  const made = await world()
  const { ann, bob, vic, board } = made
  assert.equal(await visitedAt(ann, board), null)
  await visit(made, bob, board, 'app')
  await visit(made, vic, board)
  await until(async () => (await visitedAt(vic, board)) !== null)
  assert.ok(Date.now() - Date.parse((await visitedAt(vic, board)) as string) < 60_000)
  assert.deepEqual([await visitedAt(ann, board), await visitedAt(bob, board)], [null, null])
})

test('[WSP-19] a visit is recorded at most once a minute, and before the server stops', async () => {
  const made = await worldWith({})
  const { ann, board, dependencies } = made
  const rows = () => dependencies.db.read.selectFrom('workspace_visits').selectAll().execute()
  await visit(made, ann, board)
  await until(async () => (await rows()).length === 1)
  const [first] = await rows()
  await visit(made, ann, board)
  const other = await another(made, 'Another')
  await visit(made, ann, other)
  await until(async () => (await rows()).length === 2)
  assert.deepEqual(
    (await rows()).find(row => row.workspace_id === first?.workspace_id),
    first,
  )
  const recorder = openVisitRecorder({ db: dependencies.db, log: pino({ level: 'silent' }) })
  for (const workspace_id of [first?.workspace_id as number, 999_999]) recorder.record(made.bob.id, workspace_id)
  await recorder.close()
  assert.equal((await rows()).length, 3, 'of what there is')
})

test('[LST-10] [LST-4] workspaces are ordered and filtered by when the caller opened them', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const [later, never] = [await another(made, 'A later one'), await another(made, 'B never opened')]
  for (const one of [board, later]) {
    await visit(made, ann, one)
    await until(async () => (await visitedAt(ann, one)) !== null)
  }
  const list = async (query: object) =>
    (await ann.users.listWorkspaces('me', { order_by: 'visited_at', ...query })).workspaces.map(({ uid }) => uid)
  assert.deepEqual(await list({ order_direction: 'DESC' }), [later, board, never])
  assert.deepEqual(await list({}), [never, board, later])
  assert.deepEqual(await list({ visited: true, order_direction: 'DESC' }), [later, board])
  assert.deepEqual(await list({ visited: false }), [never])
  const { total, paging } = await ann.users.listWorkspaces('me', { visited: true, limit: 1 })
  assert.equal(total, 2)
  assert.match(String(paging.next), /visited=true/)
  assert.equal((await bob.users.listWorkspaces('me', { visited: true })).total, 0)
})

test('[WSP-19] visits are deleted when a user leaves the organization', async () => {
  const made = await world()
  const { ann, bob, board, organization, dependencies } = made
  await visit(made, bob, board)
  await until(async () => (await visitedAt(bob, board)) !== null)
  await ann.organizations.removeMember(organization, bob.id)
  const left = await dependencies.db.read
    .selectFrom('workspace_visits')
    .selectAll()
    .where('user_id', '=', bob.id)
    .execute()
  assert.deepEqual(left, [])
})
