// The rows in which nodes record their last commit.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../../testing/world.ts'
import { findFact, setFact } from './installation-store.ts'
import { purgeNodes, recordNode } from './record-node.ts'

test('[OPS-3] the row of a node is removed a day after its last commit, and no other', async () => {
  const { db } = (await world()).dependencies
  await db.write(tx => setFact(tx, 'other', '2000-01-01'))
  await recordNode(db, 'gone')
  await purgeNodes(db)
  assert.notEqual(await findFact(db.read, 'node-gone'), null)
  await purgeNodes(db, Date.now() + 25 * 3_600_000)
  assert.equal(await findFact(db.read, 'node-gone'), null)
  assert.equal(await findFact(db.read, 'other'), '2000-01-01')
})
