// Planted writes of a foreign table are found, however they are spelled.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignWrites, writesIn } from './check-tables.ts'

const own = writesIn('server/organization/users/user-store.ts', `tx.insertInto('users')`)

for (const source of [
  `tx.updateTable('users').set({})`,
  `insertRows(tx, 'users', columns, list)`,
  `insertRows(\n  tx,\n  'users',\n  columns)`,
  'sql`update users set name = 1`',
  'sql`delete from users where id = 1`',
]) {
  test(`found: ${source.replaceAll('\n', ' ')}`, () => {
    const found = foreignWrites([...own, ...writesIn('server/accounts/mail/mail-store.ts', source)])
    assert.match(found.join(), /several folders write the table users: .*mail-store\.ts:/)
  })
}

test('a write outside of a store is found', () => {
  assert.match(
    foreignWrites(writesIn('server/organization/users/users.ts', `tx.deleteFrom('users')`)).join(),
    /only stores write/,
  )
})

test('reads, and writes of one folder from several stores, are fine', () => {
  const reads = writesIn('server/accounts/mail/mail-store.ts', `db.selectFrom('users')`)
  const second = writesIn('server/organization/users/login-store.ts', `tx.updateTable('users')`)
  assert.deepEqual(foreignWrites([...own, ...reads, ...second]), [])
})

test('an allowed write is passed over', () => {
  const foreign = writesIn('server/accounts/mail/mail-store.ts', `tx.updateTable('users')`)
  assert.deepEqual(foreignWrites([...own, ...foreign], { 'server/accounts/mail users': 'reason' }), [])
})
