import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { StatementCache } from './statement-cache.ts'

test('a text is prepared once, and the least recently used statement is evicted first', () => {
  const cache = new StatementCache(new DatabaseSync(':memory:'), 2)
  const one = cache.get('select 1')
  const two = cache.get('select 2')
  assert.equal(cache.get('select 1'), one)
  cache.get('select 3')
  assert.equal(cache.size, 2)
  assert.equal(cache.get('select 1'), one)
  assert.notEqual(cache.get('select 2'), two)
})

test('a statement is identified by whether it returns rows', () => {
  const cache = new StatementCache(new DatabaseSync(':memory:'))
  cache.get('create table t (id integer primary key)').run()
  assert.equal(cache.get('insert into t default values').returnsRows, false)
  assert.equal(cache.get('insert into t default values returning id').returnsRows, true)
  assert.equal(cache.get('select * from t').returnsRows, true)
})

test('a cached statement sees columns added after it was prepared', () => {
  const db = new DatabaseSync(':memory:')
  const cache = new StatementCache(db)
  db.exec(`create table t (a); insert into t values ('x')`)
  assert.deepEqual(cache.get('select * from t').all([]), [{ a: 'x' }])
  db.exec(`alter table t add column b default 'y'`)
  assert.deepEqual(cache.get('select * from t').all([]), [{ a: 'x', b: 'y' }])
})

test('a limit and an offset apply, whatever their value', () => {
  const cache = new StatementCache(new DatabaseSync(':memory:'))
  const numbers = cache.get('select value from json_each(?) order by value limit ? offset ?')
  assert.deepEqual(numbers.all(['[1, 2, 3, 4]', 2n, 1n]), [{ value: 2 }, { value: 3 }])
  assert.deepEqual(numbers.all(['[1, 2, 3, 4]', 1n, 3n]), [{ value: 4 }])
})
