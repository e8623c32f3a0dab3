// Tests transactions that read first and write last, as in the write path.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import type { Reader, Tx } from '../sql/database.ts'
import { insertRows, updateRows } from '../sql/write-rows.ts'
import { isUniqueViolation } from './unavailable.ts'

const columns = { name: 'text', value: 'text' } as const
const put = (tx: Tx, name: string, value = '') => tx.insertInto('secrets').values({ name, value }).execute()
const read = async (reader: Reader, name: string) =>
  (await reader.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.drop())
const db = () => database.db

test('[STO-1] the writes of a batch are visible when it has ended, in their order', async () => {
  const result = await db().batch(async tx => {
    assert.equal(await read(tx, 'one'), undefined)
    await Promise.all([put(tx, 'one', 'first'), insertRows(tx, 'secrets', columns, [{ name: 'two', value: 'second' }])])
    await updateRows(tx, 'secrets', ['name'], columns, [{ name: 'one', value: 'changed' }])
    return 7
  })
  assert.equal(result, 7)
  assert.equal(await read(db().read, 'one'), 'changed')
  assert.equal(await read(db().read, 'two'), 'second')
})

test('[STO-1] a batch that throws has no effect, and the caller gets its error', async () => {
  const oops = new Error('oops')
  await assert.rejects(
    db().batch(async tx => {
      await put(tx, 'undone')
      throw oops
    }),
    error => error === oops,
  )
  assert.equal(await read(db().read, 'undone'), undefined)
})

test('[STO-1] one failed statement rolls back the whole batch and does not affect the next', async () => {
  await db().batch(tx => put(tx, 'taken'))
  await assert.rejects(
    db().batch(async tx => {
      await put(tx, 'beside the failure')
      await put(tx, 'taken')
    }),
    isUniqueViolation,
  )
  assert.equal(await read(db().read, 'beside the failure'), undefined)
  await db().batch(tx => put(tx, 'after the failure'))
  assert.equal(await read(db().read, 'after the failure'), '')
})

test('[STO-1] a batch sees what the transaction before it committed, and the one after it sees the batch', async () => {
  await db().write(tx => put(tx, 'counted', '1'))
  const next = async (tx: Tx) => {
    const value = String(Number(await read(tx, 'counted')) + 1)
    await tx.updateTable('secrets').set({ value }).where('name', '=', 'counted').execute()
  }
  for (let round = 0; round < 10; round++) {
    await db().batch(next)
    await db().write(next)
  }
  assert.equal(await read(db().read, 'counted'), '21')
})

test('a batch that reads what it has begun to write is refused', async () => {
  await assert.rejects(
    db().batch(async tx => {
      await put(tx, 'too early')
      await read(tx, 'too early')
    }),
    /reads before it writes/,
  )
  assert.equal(await read(db().read, 'too early'), undefined)
})

test('a statement sent after the end of its batch is refused', async () => {
  let late: Tx | undefined
  await db().batch(async tx => {
    late = tx
  })
  await assert.rejects(async () => await put(late as Tx, 'late'))
  assert.equal(await read(db().read, 'late'), undefined)
})

test('[STO-1] concurrent batches run in the order of submission, each seeing the one before it', async () => {
  await db().write(tx => put(tx, 'tally', ''))
  const add = (letter: string) => async (tx: Tx) => {
    const value = (await read(tx, 'tally')) + letter
    await tx.updateTable('secrets').set({ value }).where('name', '=', 'tally').execute()
    return value
  }
  const values = await Promise.all([...'abcdef'].map(letter => db().batch(add(letter))))
  assert.deepEqual(values, ['a', 'ab', 'abc', 'abcd', 'abcde', 'abcdef'])
})

test('[STO-1] a batch that fails at any point does not fail the batches after it', async () => {
  const late = async (tx: Tx) => {
    await read(tx, 'anything')
    throw new Error('after all')
  }
  await db().write(tx => put(tx, 'twice'))
  const outcomes = await Promise.allSettled([
    db().batch(tx => put(tx, 'before them')),
    db().batch(tx => put(tx, 'twice')),
    db().batch(tx => put(tx, 'between them')),
    db().batch(late),
    db().batch(tx => put(tx, 'behind them')),
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  )
  for (const name of ['before them', 'between them', 'behind them']) assert.equal(await read(db().read, name), '')
})
