// Tests rows as parameters and bulk writes: every value a column can hold arrives unchanged. On both engines.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import { rows } from './rows.ts'
import { insertRows, updateRows } from './write-rows.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.drop())

const oddTexts = [
  '',
  ' ',
  "'",
  '"',
  '\\',
  '\\\\"',
  '{}',
  '{"a":"\\u0041"}',
  '[null]',
  'null',
  'NULL',
  '\n\r\t\b\f\v\x01\x1f\x7f',
  '--',
  '$1',
  '?',
  ';',
  '%_',
  'ä',
  'é',
  'ß',
  'İ',
  '漢字',
  '👩‍👩‍👧',
  '\u{10FFFF}',
  '\uFEFF',
  '\u2028\u2029',
  '\uFFFF',
  '0',
  '1e400',
  '-0',
  'true',
  'x'.repeat(70_000),
  '漢'.repeat(30_000),
]
const oddIntegers = [
  0,
  -1,
  1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  -(2 ** 32),
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
]
const oddReals = [0, 1, -1, 0.1, 1 / 3, 1e300, -1e-300, 5e-324, 2 ** 53, -1_000_000_000.5]

const columns = { id: 'text', n: 'integer', r: 'real' } as const
const select = async (list: readonly { id: string | null; n: number | null; r: number | null }[]) => {
  const result = await sql<object>`select r.id, r.n, r.r from ${rows(database.db.read, columns, list)} as r`.execute(
    database.db.read,
  )
  return result.rows.map(row => ({ ...row }))
}

test('every text, number and null is read back unchanged, in order', async () => {
  const list = [
    ...oddTexts.map(id => ({ id, n: null, r: null })),
    ...oddIntegers.map(n => ({ id: null, n, r: null })),
    ...oddReals.map(r => ({ id: null, n: null, r })),
  ]
  assert.deepEqual(await select(list), list)
})

test('a list may be empty or have twenty thousand rows', async () => {
  assert.deepEqual(await select([]), [])
  const list = Array.from({ length: 20_000 }, (_, n) => ({ id: `id ${n} "é"`, n, r: n / 7 }))
  assert.deepEqual(await select(list), list)
})

test('a list can be joined, also with the query builder', async () => {
  await database.db.write(tx =>
    insertRows(tx, 'secrets', { name: 'text', value: 'text' }, [{ name: 'joined', value: 'v' }]),
  )
  const listed = rows(database.db.read, { name: 'text', n: 'integer' }, [
    { name: 'joined', n: 2 },
    { name: 'missing', n: 3 },
  ])
  const found = await database.db.read
    .selectFrom('secrets')
    .innerJoin(listed.as('r'), 'r.name', 'secrets.name')
    .select(['secrets.value', 'r.n'])
    .execute()
  assert.deepEqual(
    found.map(row => ({ ...row })),
    [{ value: 'v', n: 2 }],
  )
})

test('an integer divides as an integer and a real as a real', async () => {
  const list = rows(database.db.read, { n: 'integer', r: 'real' }, [{ n: 7, r: 7 }])
  const { rows: found } = await sql<object>`select n / 2 as n, r / 2 as r from ${list} as list`.execute(
    database.db.read,
  )
  assert.deepEqual({ ...found[0] }, { n: 3, r: 3.5 })
})

test('the text of a statement does not depend on how many rows it takes', () => {
  const text = (length: number) => {
    const list = Array.from({ length }, () => ({ id: 'x', n: 1, r: 1 }))
    return sql`select * from ${rows(database.db.read, columns, list)} as r`.compile(database.db.read).sql
  }
  assert.equal(text(0), text(1))
  assert.equal(text(1), text(1000))
})

test('a value that does not fit its column is refused', async () => {
  const wrong = (row: object) => () => rows(database.db.read, columns, [row as { id: string; n: number; r: number }])
  assert.throws(wrong({ id: 5, n: 1, r: 1 }), /id must be text or null, and is 5/)
  assert.throws(wrong({ id: 'x', n: 1.5, r: 1 }), /n must be integer or null, and is 1.5/)
  assert.throws(wrong({ id: 'x', n: 2 ** 53, r: 1 }), TypeError)
  assert.throws(wrong({ id: 'x', n: '1', r: 1 }), TypeError)
  assert.throws(wrong({ id: 'x', n: 1, r: Number.NaN }), TypeError)
  assert.throws(wrong({ id: 'x', n: 1 }), /r must be real or null, and is undefined/)
})

const file = (hash: string, size: number, mime = 'm') => ({ hash, size, mime, created_at: 'now' })
const fileColumns = { hash: 'text', size: 'integer', mime: 'text', created_at: 'text' } as const
const sizes = async () => {
  const found = await database.db.read.selectFrom('files').select(['hash', 'size']).orderBy('hash').execute()
  return found.map(({ hash, size }) => [hash, size])
}

test('many rows are inserted and updated at once, and counted', async () => {
  await database.db.write(async tx => {
    assert.equal(await insertRows(tx, 'files', fileColumns, [file('a', 1), file('b', 2 ** 40), file('c', 3)]), 3)
    assert.equal(await insertRows(tx, 'files', fileColumns, []), 0)
    const again = [file('c', 9), file('d', 4)]
    assert.equal(await insertRows(tx, 'files', fileColumns, again, { ignoreExisting: true }), 1)
    const changes = [
      { hash: 'a', size: 10 },
      { hash: 'b', size: 2 ** 41 },
      { hash: 'none', size: 0 },
    ]
    assert.equal(await updateRows(tx, 'files', ['hash'], { hash: 'text', size: 'integer' }, changes), 2)
  })
  assert.deepEqual(await sizes(), [
    ['a', 10],
    ['b', 2 ** 41],
    ['c', 3],
    ['d', 4],
  ])
  await assert.rejects(database.db.write(tx => insertRows(tx, 'files', fileColumns, [file('e', 1), file('a', 1)])))
  assert.equal((await sizes()).length, 4)
})

test('every unusual text is stored unchanged', async () => {
  const list = oddTexts.map((value, index) => ({ name: `odd ${index}`, value }))
  await database.db.write(tx => insertRows(tx, 'secrets', { name: 'text', value: 'text' }, list))
  for (const { name, value } of list) {
    const row = await database.db.read.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()
    assert.equal(row?.value, value)
  }
})
