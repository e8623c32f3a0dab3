import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breakingStatements, faultyMigrations, type MigrationFile } from './check-migrations.ts'

const last: MigrationFile = { name: '0028-event-grants', source: 'drop table anything' }
const expand: MigrationFile = { name: '0030-more', step: 'expand', source: 'create table more (id integer)' }
const released = [{ version: '1.0.0', migration: '0030-more' }]

test('[OPS-54] a migration without a step is refused, except those from before rolling upgrades', () => {
  assert.deepEqual(faultyMigrations([last, expand], []), [])
  assert.match(faultyMigrations([last, { name: '0031-other', source: '' }], []).join(), /^0031-other: export step/)
})

test('[OPS-54] a contracting migration completes an expanding one of an earlier release', () => {
  const contract: MigrationFile = { name: '0031-less', step: 'contract', source: 'drop table less' }
  assert.match(faultyMigrations([last, expand, contract], []).join(), /has to export completes/)
  const complete = { ...contract, completes: '0030-more' }
  assert.match(faultyMigrations([last, expand, complete], []).join(), /0030-more, which is not released yet/)
  assert.deepEqual(faultyMigrations([last, expand, complete], released), [])
  const later = [{ version: '2.0.0', migration: '0031-less' }]
  assert.match(faultyMigrations([last, expand, complete], later).join(), /not released yet/)
})

for (const [statement, reason] of [
  ['alter table users drop column email', /removes a table or a column/],
  ['drop table users', /removes/],
  ['alter table wider rename to parents', /renames/],
  ['alter table users rename column a to b', /renames/],
  ['alter table users add column a text not null', /needs a default/],
  ['alter table users alter column a set not null', /restricts/],
  ['alter table users add constraint a check (b > 0)', /constraint/],
  ['create index events_by_type on events (type)', /locks a large table/],
  ["update objects set a = 'b'", /locks the rows/],
] as const)
  test(`[OPS-54] an expanding migration is refused if it has: ${statement}`, () => {
    assert.match(breakingStatements(`await run(\`${statement}\`)`).join(), reason)
    const [fault] = faultyMigrations([last, { ...expand, source: `\`${statement}\`` }], [])
    assert.match(fault ?? '', /^0030-more expands, but servers of the release before cannot work with it/)
  })

test('[OPS-54] what older servers can work with is accepted', () => {
  for (const statement of [
    'create table a (id integer not null primary key, b text not null)',
    "alter table users add column a text not null default ''",
    'alter table users add column a text',
    'create index users_by_a on users (a)',
    '// drop table users',
  ])
    assert.deepEqual(breakingStatements(statement), [], statement)
})
