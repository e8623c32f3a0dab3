// When sessions expire, and what ends them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endSessions } from '../../testing/people.ts'
import { world } from '../../testing/world.ts'
import { endSession, resumeSession, startSession } from './browser-sessions.ts'
import { listSessions } from './session-store.ts'

const dayMs = 24 * 60 * 60 * 1000
const start = Date.parse('2026-03-01T12:00:00.000Z')
const day = (days: number) => new Date(start + days * dayMs).toISOString()

async function session() {
  const there = await world()
  const { db } = there.dependencies
  await endSessions(there.dependencies, there.bob.id)
  const about = { user_id: there.bob.id, address: '203.0.113.7', userAgent: 'Test' }
  const secret = await db.write(tx => startSession(tx, { ...about, now: day(0) }))
  const isGood = async (days: number) =>
    (await resumeSession(db, secret, { now: day(days), address: '203.0.113.8' })) !== null
  return { there, db, secret, isGood, user_id: there.bob.id }
}

test('[SGN-10] a session unused for 14 days expires', async () => {
  const { isGood } = await session()
  assert.equal(await isGood(13.9), true)
  assert.equal(await isGood(27.8), true)
  assert.equal(await isGood(41.9), false)
})

test('[SGN-10] a session expires 90 days after it began, even if it was used', async () => {
  const { isGood } = await session()
  for (let days = 10; days < 90; days += 10) assert.equal(await isGood(days), true, String(days))
  assert.equal(await isGood(89.99), true)
  assert.equal(await isGood(90), false)
})

test('[SGN-10] last_seen_at and the address are written from time to time', async () => {
  const { isGood, db, user_id } = await session()
  const seen = async () => (await listSessions(db.read, user_id, day(1))).map(one => [one.last_seen_at, one.address])
  await isGood(1 / 1440)
  assert.deepEqual(await seen(), [[day(0), '203.0.113.7']])
  await isGood(0.5)
  assert.deepEqual(await seen(), [[day(0.5), '203.0.113.8']])
})

test('[SGN-10] only its user can end a session, which revokes its grant', async () => {
  const { isGood, db, there, user_id } = await session()
  const [found] = await listSessions(db.read, user_id, day(1))
  const id = found?.id as string
  assert.equal(await db.write(tx => endSession(tx, there.eve.id, id, day(1))), false)
  assert.equal(await isGood(1), true)
  assert.equal(await db.write(tx => endSession(tx, user_id, id, day(1))), true)
  assert.equal(await isGood(1), false)
  const grant = await db.read
    .selectFrom('grants')
    .selectAll()
    .where('id', '=', found?.grant_id as string)
    .executeTakeFirst()
  assert.equal(grant?.revoked_at, day(1))
})

test('[SGN-10] revoking the grant of a session ends it', async () => {
  const { isGood, db, user_id } = await session()
  await db.write(tx =>
    tx
      .updateTable('grants')
      .set({ revoked_at: day(0) })
      .where('user_id', '=', user_id)
      .execute(),
  )
  assert.equal(await isGood(1), false)
  assert.deepEqual(await listSessions(db.read, user_id, day(1)), [])
})
