// Tests publishing under errors and concurrency: superseded requests, concurrent edits, a failing database, killed
// processes. The visible snapshot is always complete.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '@tessera/client'
import { sql } from 'kysely'
import { type DatabaseSettings, openDatabase } from '../../platform/db/open-database.ts'
import { PermanentFailure } from '../../platform/jobs/job.ts'
import type { Database } from '../../platform/sql/database.ts'
import { refused } from '../../testing/assert-refused.ts'
import { expireLeases } from '../../testing/job-rows.ts'
import { jobsFor } from '../../testing/members.ts'
import { publish, waitForPublishState } from '../../testing/publishing.ts'
import { createPeople, startProcess } from '../../testing/server-process.ts'
import { migratedLocation } from '../../testing/test-database.ts'
import { nextMillisecond } from '../../testing/until.ts'
import { type World, world, worldWithoutWorker } from '../../testing/world.ts'
import { publishWorkspace, unpublishWorkspace } from './publish-workspace.ts'

const anyone = ({ url }: { url: string }) => connect({ url, retries: 0 })
const never = new AbortController().signal

const stateOf = async ({ ann, board }: World) => (await ann.workspaces.get(board)).workspace.properties

/** Runs the publishing job of the board with this index. */
async function run(made: World, index: number, attempt = 1, db = made.dependencies.db): Promise<void> {
  const jobs = (await jobsFor(made, made.board)).filter(({ name }) => /^(un)?publish-/.test(name))
  const { name, key, payload } = jobs[index] as { name: string; key: string; payload: never }
  const job = { id: 1, name, key, payload, attempt, created_at: '' }
  const publishOrUnpublish = name === 'publish-workspace' ? publishWorkspace : unpublishWorkspace
  await publishOrUnpublish(db, job as never, never)
}

/** The states of the board's snapshots. */
async function snapshotsOf({ dependencies, board }: World): Promise<string[]> {
  const found = await dependencies.db.read
    .selectFrom('snapshots as s')
    .innerJoin('workspaces as w', 'w.id', 's.workspace_id')
    .select('s.state')
    .where('w.uid', '=', board)
    .execute()
  return found.map(({ state }) => state)
}

test('[PUB-12] a superseded publication has no effect and leaves no snapshot', async () => {
  const made = await worldWithoutWorker()
  const { ann, board } = made
  await ann.notes.create(board, { text: 'hidden again' })
  await ann.workspaces.publish(board)
  await ann.workspaces.unpublish(board)
  await run(made, 0)
  assert.equal((await stateOf(made)).publish_state, 'unpublishing')
  await run(made, 1)
  assert.equal((await stateOf(made)).publish_state, 'unpublished')
  assert.deepEqual(await snapshotsOf(made), [])
  await refused(anyone(made).published.get(board), 404, 'ResourceNotFound')
})

test('[PUB-12] of publish, unpublish and publish only the last takes effect, once and with one mail', async () => {
  const made = await worldWithoutWorker()
  const { ann, board } = made
  await ann.workspaces.publish(board)
  await nextMillisecond()
  await ann.workspaces.unpublish(board)
  await nextMillisecond()
  await ann.workspaces.publish(board)
  for (const index of [0, 1, 2, 2, 0, 1]) await run(made, index)
  assert.equal((await stateOf(made)).publish_state, 'published')
  assert.equal((await jobsFor(made, board)).filter(({ name }) => name === 'send-published').length, 1)
  assert.deepEqual(await snapshotsOf(made), ['shown'])
})

/** A database in which one write reports that it has started and then waits for a signal. */
function pauseAt(db: Database, writeNumber: number) {
  const [reached, cue] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const paused = {
    reached: reached.promise,
    release: cue.resolve,
    writes: 0,
    db: new Proxy(db, {
      get(target, name) {
        if (name !== 'write') return Reflect.get(target, name)
        return async (work: Parameters<Database['write']>[0]) => {
          paused.writes += 1
          if (paused.writes === writeNumber) {
            reached.resolve()
            await cue.promise
          }
          return await target.write(work)
        }
      },
    }),
  }
  return paused
}

test('[PUB-12] unpublishing stops a snapshot that is being written', async () => {
  const made = await worldWithoutWorker()
  const { ann, board, dependencies } = made
  for (let round = 0; round < 4; round += 1)
    await ann.objects.change(board, {
      changes: Array.from({ length: 1_000 }, () => ({ op: 'create', kind: 'note', data: { text: 'n' } }) as const),
    })
  await ann.workspaces.publish(board)
  // The snapshot and two of its eight pages are written, the third is next.
  const paused = pauseAt(dependencies.db, 4)
  const publishing = run(made, 0, 1, paused.db)
  await paused.reached
  assert.deepEqual(await snapshotsOf(made), ['made'])
  assert.equal((await stateOf(made)).publish_progress, 25)
  await ann.workspaces.unpublish(board)
  paused.release()
  await publishing
  // It takes six transactions that delete what was written. All pages would take 19.
  assert.ok(paused.writes < 14, `the other pages were not written: ${paused.writes}`)
  assert.deepEqual(await snapshotsOf(made), [])
  assert.equal((await stateOf(made)).publish_state, 'unpublishing')
  await run(made, 1)
  assert.equal((await stateOf(made)).publish_state, 'unpublished')
  await refused(anyone(made).published.get(board), 404, 'ResourceNotFound')
})

test('[PUB-11] [PUB-13] a snapshot shows the board at one number of its log, during concurrent edits', async () => {
  const made = await world()
  const { ann, bob, board, dependencies } = made
  const changes = Array.from(
    { length: 1_000 },
    (_, index) => ({ op: 'create', kind: 'note', data: { text: 'n', x: index * 600 } }) as const,
  )
  for (let round = 0; round < 3; round += 1) await ann.objects.change(board, { changes })
  let isOver = false
  const { objects } = await ann.objects.list(board)
  const editing = (async () => {
    for (let index = 0; !isOver; index += 1) {
      const { id } = objects[index % objects.length] as { id: string }
      await bob.objects.change(board, {
        changes: [
          { op: 'update', id, data: { text: `changed ${index}`, x: -index } },
          { op: 'create', kind: 'note', data: { text: 'new' } },
        ],
      })
    }
  })()
  await publish(made)
  isOver = true
  await editing
  const first = await anyone(made).published.get(board)
  const shown = await Promise.all(
    (first.pages ?? []).map(({ cursor }) => anyone(made).published.get(board, { cursor })),
  )
  const { seq } = await dependencies.db.read
    .selectFrom('snapshots')
    .select('seq')
    .where('id', '=', first.version)
    .executeTakeFirstOrThrow()
  const then = await Array.fromAsync(ann.objects.list.all(board, { at: seq }))
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  assert.deepEqual(shown.flatMap(page => page.objects).sort(byId), then.sort(byId))
})

/** Makes inserting pages of this workspace's snapshot fail as on a full disk. */
async function refusePages(db: Database): Promise<() => Promise<void>> {
  const statements =
    db.engine === 'sqlite'
      ? [`create trigger refuse before insert on snapshot_pages begin select raise(abort, 'no pages'); end`]
      : [
          `create function refuse() returns trigger language plpgsql as 'begin raise exception ''no pages''; end'`,
          'create trigger refuse before insert on snapshot_pages execute function refuse()',
        ]
  await db.write(async tx => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
  const table = db.engine === 'sqlite' ? '' : ' on snapshot_pages'
  return async () => {
    await db.write(tx => sql.raw(`drop trigger refuse${table}`).execute(tx))
    if (db.engine === 'postgres') await db.write(tx => sql.raw('drop function refuse').execute(tx))
  }
}

test('[PUB-6] a failure keeps the previous snapshot, and its reason is mailed after the last attempt', async () => {
  const made = await worldWithoutWorker()
  const { ann, board, dependencies } = made
  await ann.notes.create(board, { text: 'first' })
  await ann.workspaces.publish(board)
  await run(made, 0)
  const before = await anyone(made).published.get(board)
  const { published_at } = await stateOf(made)
  await ann.workspaces.publish(board)
  const accept = await refusePages(dependencies.db)
  try {
    await assert.rejects(run(made, 1, 1), /no pages/)
    assert.equal((await stateOf(made)).publish_state, 'publishing')
    await assert.rejects(run(made, 1, 5), PermanentFailure)
  } finally {
    await accept()
  }
  const after = await stateOf(made)
  assert.deepEqual([after.publish_state, after.published_at], ['published', published_at])
  assert.deepEqual(await anyone(made).published.get(board), before)
  const mails = (await jobsFor(made, board)).filter(({ name }) => name === 'send-publishing-failed')
  assert.deepEqual(
    mails.map(({ payload }) => payload.user_id),
    [ann.id],
  )
  assert.equal(mails[0]?.payload.reason, 'fault')
  assert.deepEqual(await snapshotsOf(made), ['shown'])
})

test('[PUB-6] if the first publication fails, the workspace is unpublished', async () => {
  const made = await worldWithoutWorker()
  await made.ann.workspaces.publish(made.board)
  // Simulates attempts during which the server ended.
  await assert.rejects(run(made, 0, 101), PermanentFailure)
  assert.equal((await stateOf(made)).publish_state, 'unpublished')
})

test('[PUB-12] a server that was killed several times while publishing eventually publishes', async () => {
  const made = await worldWithoutWorker()
  await made.ann.workspaces.publish(made.board)
  await run(made, 0, 90)
  assert.equal((await stateOf(made)).publish_state, 'published')
})

/** Expires all leases. */
async function endLeases(settings: DatabaseSettings): Promise<void> {
  const db = await openDatabase(settings)
  await expireLeases(db)
  await db.close()
}

test('[PUB-12] after a server is killed while publishing, the next server publishes completely and once', async () => {
  const location = await migratedLocation()
  const { ann, organization } = await createPeople(location.settings)
  let server = await startProcess(location.settings)
  const { workspace } = await ann.at(server.url).workspaces.create(organization, { name: 'Long' })
  const { uid } = workspace.properties
  const changes = Array.from(
    { length: 1_000 },
    (_, index) => ({ op: 'create', kind: 'note', data: { text: 'n', x: index } }) as const,
  )
  for (let round = 0; round < 8; round += 1) await ann.at(server.url).objects.change(uid, { changes })
  await ann.at(server.url).workspaces.publish(uid)
  for (const afterMs of [1, 40, 120]) {
    await delay(afterMs)
    await server.kill()
    await endLeases(location.settings)
    server = await startProcess(location.settings)
  }
  const there = { ann: ann.at(server.url) as never, board: uid }
  await waitForPublishState(there, 'published')
  const first = await anyone(server).published.get(uid)
  assert.equal(first.objects_count, 8_000)
  const pages = await Promise.all(
    (first.pages ?? []).map(({ cursor }) => anyone(server).published.get(uid, { cursor })),
  )
  assert.equal(new Set(pages.flatMap(page => page.objects.map(({ id }) => id))).size, 8_000)
  const { events } = await ann.at(server.url).events.list(uid, { after: 8_000 })
  assert.deepEqual(
    events.map(({ type }) => type),
    ['WORKSPACE_PUBLISH'],
  )
  await server.stop()
  await location.drop()
})
