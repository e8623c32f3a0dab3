// Batches that are retried while later ones wait: the order of submission is kept.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { untilBlocked } from '../../testing/blocked-transactions.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { type TestDatabase, testDatabase, testEngine } from '../../testing/test-database.ts'
import type { Database, Reader, Tx } from '../sql/database.ts'
import { openPostgres } from './postgres-database.ts'
import { isUnavailable, isUniqueViolation } from './unavailable.ts'

let database: TestDatabase
let patient: Database
before(async () => {
  database = await testDatabase()
  const { databaseUrl } = database.settings
  // Deadlocks are detected after a second, which is longer than a batch usually waits for a lock.
  patient = databaseUrl ? await openPostgres(databaseUrl, { timeouts: { lockMs: 10_000 } }) : database.db
})
after(async () => {
  await patient.close()
  await database.drop()
})
const db = () => patient

const read = async (reader: Reader, name: string) =>
  (await reader.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value
const lock = (tx: Tx, name: string) => sql`select 1 from secrets where name = ${name} for update`.execute(tx)
const touch = (tx: Tx, name: string) =>
  tx.updateTable('secrets').set({ value: sql`value || '!'` }).where('name', '=', name).execute()

/** Appends a character to the text of the earlier batches. */
const add = (character: string) => async (tx: Tx) => {
  const value = (await read(tx, 'tally')) + character
  await tx.updateTable('secrets').set({ value }).where('name', '=', 'tally').execute()
  return value
}

beforeEach(async () => {
  const rows = ['tally', 'left', 'right'].map(name => ({ name, value: '' }))
  await db().write(async tx => {
    await tx.deleteFrom('secrets').execute()
    await tx.insertInto('secrets').values(rows).execute()
  })
})

const putTwice = (tx: Tx) => tx.insertInto('secrets').values({ name: 'tally', value: '' }).execute()

test('[STO-4] [CHG-12] the fallback of a failed batch runs before the next batch', async () => {
  const errors: unknown[] = []
  const first = db().batch<unknown>(
    async tx => {
      await read(tx, 'tally')
      await putTwice(tx)
    },
    async (error, batch) => {
      errors.push(error)
      const values = [await batch(add('a')), await batch(putTwice).catch(() => 'none'), await batch(add('b'))]
      return values
    },
  )
  const values = await Promise.all([first, db().batch(add('c')), db().batch(add('d'))])
  assert.deepEqual(values, [['a', 'none', 'ab'], 'abc', 'abcd'])
  assert.deepEqual(errors.map(isUniqueViolation), [true])
})

if (testEngine === 'postgres') {
  /** Locks `right`, then waits for `left`; with its long deadlock timeout, the other transaction is always the victim. */
  const lockBoth = (isLeftLocked: Promise<void>) =>
    db().write(async tx => {
      await sql`set local deadlock_timeout = '10min'`.execute(tx)
      await lock(tx, 'right')
      await isLeftLocked
      await lock(tx, 'left')
    })

  const victims: Record<string, (tx: Tx) => Promise<unknown>> = {
    'while it reads': tx => lock(tx, 'right'),
    'while it commits': tx => touch(tx, 'right'),
  }
  for (const [when, lockRight] of Object.entries(victims))
    test(`[CHG-12] a batch aborted by a deadlock ${when} is retried before the next`, async () => {
      let tries = 0
      const isLeftLocked = Promise.withResolvers<void>()
      const other = lockBoth(isLeftLocked.promise)
      const first = db().batch(async tx => {
        tries += 1
        await lock(tx, 'left')
        isLeftLocked.resolve()
        const value = `${await read(tx, 'tally')}a`
        if (tries === 1) await untilBlocked(db())
        await lockRight(tx)
        await tx.updateTable('secrets').set({ value }).where('name', '=', 'tally').execute()
        return value
      })
      const values = await Promise.all([first, ...[...'bcd'].map(character => db().batch(add(character)))])
      await other
      assert.deepEqual(values, ['a', 'ab', 'abc', 'abcd'])
      // It may lock `left` again before the other transaction wakes up, which causes another deadlock.
      assert.ok(tries >= 2)
    })

  const conflict = sql`do $$ begin raise exception using errcode = '40001'; end $$`

  test('[CHG-12] a batch that fails on every retry fails alone, and the others continue', async () => {
    let tries = 0
    const hopeless = db().batch(async tx => {
      tries += 1
      await conflict.execute(tx)
    })
    const others = [...'ab'].map(character => db().batch(add(character)))
    await assert.rejects(hopeless, isUnavailable)
    assert.deepEqual(await Promise.all(others), ['a', 'ab'])
    assert.equal(tries, 5)
    assert.equal(await db().batch(add('c')), 'abc')
  })

  test('[CHG-12] of many batches with random failures, the successful ones keep their order', async () => {
    await sql`
      create function stumble() returns text language plpgsql as $$
      begin raise exception using errcode = '40P01'; end $$`.execute(db().read)
    const random = seededRandom(11)
    const characters = Array.from({ length: 80 }, (_, index) => String.fromCharCode(0x4e00 + index))
    const fates = ['fine', 'fine', 'fine', 'reading', 'committing', 'twice', 'broken', 'thrown'] as const
    const batchOf = (character: string) => {
      const fate = random.pick(fates)
      let tries = 0
      return db().batch(async tx => {
        tries += 1
        if (fate === 'reading' && tries === 1) await conflict.execute(tx)
        const value = await add(character)(tx)
        const isConflicting = (fate === 'committing' && tries === 1) || (fate === 'twice' && tries <= 2)
        if (isConflicting) await tx.updateTable('secrets').set({ value: sql`stumble()` }).execute()
        if (fate === 'broken') await putTwice(tx)
        if (fate === 'thrown') throw new Error('thrown')
        return value
      })
    }
    const outcomes = await Promise.allSettled(characters.map(batchOf))
    const done = characters.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    assert.equal(await read(db().read, 'tally'), done.join(''))
    const values = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    assert.deepEqual(
      values,
      done.map((_, index) => done.slice(0, index + 1).join('')),
    )
    assert.ok(done.length > 40 && done.length < characters.length)
  })
}
