// Batches that have to be done again, while others follow on them: each keeps the place it was asked for in.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { untilBlocked } from '../testing/blocked-transactions.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { type TestDatabase, testDatabase, testEngine } from '../testing/test-database.ts'
import type { Reader, Tx } from './database.ts'
import { isUnavailable, isUniqueViolation } from './unavailable.ts'

let place: TestDatabase
before(async () => {
  place = await testDatabase()
})
after(() => place.drop())
const db = () => place.db

const read = async (reader: Reader, name: string) =>
  (await reader.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value
const hold = (tx: Tx, name: string) => sql`select 1 from secrets where name = ${name} for update`.execute(tx)
const touch = (tx: Tx, name: string) =>
  tx.updateTable('secrets').set({ value: sql`value || '!'` }).where('name', '=', name).execute()

/** Adds a letter to those that the batches before it have left. */
const add = (letter: string) => async (tx: Tx) => {
  const value = (await read(tx, 'tally')) + letter
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

test('[STO-4] [CHG-12] what is done instead of a batch that failed happens in its place', async () => {
  const told: unknown[] = []
  const first = db().batch<unknown>(
    async tx => {
      await read(tx, 'tally')
      await putTwice(tx)
    },
    async (error, batch) => {
      told.push(error)
      const values = [await batch(add('a')), await batch(putTwice).catch(() => 'none'), await batch(add('b'))]
      return values
    },
  )
  const values = await Promise.all([first, db().batch(add('c')), db().batch(add('d'))])
  assert.deepEqual(values, [['a', 'none', 'ab'], 'abc', 'abcd'])
  assert.deepEqual(told.map(isUniqueViolation), [true])
})

if (testEngine === 'postgres') {
  /** Somebody who holds `right` and waits for `left`, and would do so for longer than anybody else. */
  const inTheWay = (isWanted: Promise<void>) =>
    db().write(async tx => {
      await sql`set local deadlock_timeout = '10min'`.execute(tx)
      await hold(tx, 'right')
      await isWanted
      await hold(tx, 'left')
    })

  const victims: Record<string, (tx: Tx) => Promise<unknown>> = {
    'while it reads': tx => hold(tx, 'right'),
    'while it commits': tx => touch(tx, 'right'),
  }
  for (const [when, reachOver] of Object.entries(victims))
    test(`[CHG-12] a batch that is undone ${when}, as others would wait forever, is done again before the next`, async () => {
      let tries = 0
      const isLeftHeld = Promise.withResolvers<void>()
      const other = inTheWay(isLeftHeld.promise)
      const first = db().batch(async tx => {
        tries += 1
        await hold(tx, 'left')
        isLeftHeld.resolve()
        const value = `${await read(tx, 'tally')}a`
        if (tries === 1) await untilBlocked(db())
        await reachOver(tx)
        await tx.updateTable('secrets').set({ value }).where('name', '=', 'tally').execute()
        return value
      })
      const values = await Promise.all([first, ...[...'bcd'].map(letter => db().batch(add(letter)))])
      await other
      assert.deepEqual(values, ['a', 'ab', 'abc', 'abcd'])
      // It may come to `left` again before the other has woken up, and be in each other's way once more.
      assert.ok(tries >= 2)
    })

  const conflict = sql`do $$ begin raise exception using errcode = '40001'; end $$`

  test('[CHG-12] a batch that fails however often it is tried fails alone, and the others go on', async () => {
    let tries = 0
    const hopeless = db().batch(async tx => {
      tries += 1
      await conflict.execute(tx)
    })
    const others = [...'ab'].map(letter => db().batch(add(letter)))
    await assert.rejects(hopeless, isUnavailable)
    assert.deepEqual(await Promise.all(others), ['a', 'ab'])
    assert.equal(tries, 5)
    assert.equal(await db().batch(add('c')), 'abc')
  })

  test('[CHG-12] of many batches that fail here and there, those that come through are in their order', async () => {
    await sql`
      create function stumble() returns text language plpgsql as $$
      begin raise exception using errcode = '40P01'; end $$`.execute(db().read)
    const random = seededRandom(11)
    const letters = Array.from({ length: 80 }, (_, index) => String.fromCharCode(0x4e00 + index))
    const fates = ['fine', 'fine', 'fine', 'reading', 'committing', 'twice', 'broken', 'thrown'] as const
    const batchOf = (letter: string) => {
      const fate = random.pick(fates)
      let tries = 0
      return db().batch(async tx => {
        tries += 1
        if (fate === 'reading' && tries === 1) await conflict.execute(tx)
        const value = await add(letter)(tx)
        const isUnlucky = (fate === 'committing' && tries === 1) || (fate === 'twice' && tries <= 2)
        if (isUnlucky) await tx.updateTable('secrets').set({ value: sql`stumble()` }).execute()
        if (fate === 'broken') await putTwice(tx)
        if (fate === 'thrown') throw new Error('thrown')
        return value
      })
    }
    const outcomes = await Promise.allSettled(letters.map(batchOf))
    const done = letters.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    assert.equal(await read(db().read, 'tally'), done.join(''))
    const answers = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    assert.deepEqual(
      answers,
      done.map((_, index) => done.slice(0, index + 1).join('')),
    )
    assert.ok(done.length > 40 && done.length < letters.length)
  })
}
