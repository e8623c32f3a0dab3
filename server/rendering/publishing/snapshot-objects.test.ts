// The index from the objects of a snapshot to its pages, and the migration that builds it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrations } from '../../platform/db/migrations/index.ts'
import type { Database } from '../../platform/sql/database.ts'
import { publish, unpublish } from '../../testing/publishing.ts'
import { until } from '../../testing/until.ts'
import { worldWith } from '../../testing/world.ts'

const readIndex = (db: Database) =>
  db.read.selectFrom('snapshot_objects').selectAll().orderBy('snapshot_id').orderBy('object_id').execute()

const migration = migrations.find(({ name }) => name === '0018-snapshot-objects')

test('[PUB-9] every published object is in the index, until its snapshot is deleted', async () => {
  const made = await worldWith({})
  const { ann, board, dependencies, url } = made
  const ids: string[] = []
  for (const x of [0, 1_000, 2_000]) ids.push((await ann.notes.create(board, { text: 'x', x })).note.id)
  await publish(made)
  assert.deepEqual(
    (await readIndex(dependencies.db)).map(({ object_id }) => object_id),
    ids,
  )
  const { status } = await fetch(`${url}/api/published/${board}?object=${'f'.repeat(24)}`)
  assert.equal(status, 404)
  await unpublish(made)
  await until(async () => (await readIndex(dependencies.db)).length === 0)
})

test('[PUB-9] [STO-7] the migration indexes what was published before it', async () => {
  const made = await worldWith({})
  const { ann, board, dependencies } = made
  for (const x of [0, 1_000, 2_000]) await ann.notes.create(board, { text: 'x', x })
  await publish(made)
  const before = await readIndex(dependencies.db)
  await dependencies.db.rebuild(async tx => {
    await sql`drop table snapshot_objects`.execute(tx)
    await sql`alter table snapshot_pages add column object_ids text not null default ''`.execute(tx)
    const list = before.map(({ object_id }) => object_id).join(' ')
    await sql`update snapshot_pages set object_ids = ${list}`.execute(tx)
    await migration?.up(tx, dependencies.db.engine)
  })
  assert.equal(before.length, 3)
  assert.deepEqual(await readIndex(dependencies.db), before)
})
