// Migrations at start: alone, concurrently, and with the process killed in the middle of one. On both engines.

import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { killAtFirstOutput } from '../../testing/killed-program.ts'
import { emptyLocation, testEngine } from '../../testing/test-database.ts'
import type { Database } from '../sql/database.ts'
import { listAppliedMigrations, neededMigration, requireNoNewerMigrations } from './applied-migrations.ts'

import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { migrations } from './migrations/index.ts'
import { type DatabaseSettings, openDatabase } from './open-database.ts'
import { openPostgres } from './postgres-database.ts'

const step = (name: string, ...statements: string[]): Migration => ({
  name,
  async up(tx: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  },
})

const parents = step('1-parents', 'create table parents (id integer primary key)', 'insert into parents values (1)')
const children = step(
  '2-children',
  'create table children (id integer primary key, parent_id integer not null references parents (id) on delete cascade)',
  'insert into children values (1, 1), (2, 1)',
)

async function emptyDatabase(t: TestContext): Promise<DatabaseSettings> {
  const location = await emptyLocation()
  t.after(() => location.drop())
  return location.settings
}

async function withDatabase<T>(
  settings: DatabaseSettings,
  list: readonly Migration[],
  run: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(settings, { migrations: list })
  try {
    return await run(db)
  } finally {
    await db.close()
  }
}

const applied = async (db: Database) => (await listAppliedMigrations(db.read, db.engine)).map(({ name }) => name)
const count = async (db: Database, table: string) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db.read)).rows[0]?.n

test('[STO-7] an empty database gets every table, and the next start changes nothing', async t => {
  const settings = await emptyDatabase(t)
  const names = migrations.map(migration => migration.name)
  await withDatabase(settings, migrations, async db => assert.deepEqual(await applied(db), names))
  await withDatabase(settings, migrations, async db => {
    assert.deepEqual(await applied(db), names)
    assert.equal(await count(db, 'users'), 0)
  })
})

test('[STO-7] only new migrations are applied', async t => {
  const settings = await emptyDatabase(t)
  await withDatabase(settings, [parents], async db => assert.deepEqual(await applied(db), ['1-parents']))
  await withDatabase(settings, [parents, children], async db => {
    assert.deepEqual(await applied(db), ['1-parents', '2-children'])
    assert.equal(await count(db, 'parents'), 1)
  })
})

test('[STO-7] a migration that fails has no effect, and those before it stay applied', async t => {
  const settings = await emptyDatabase(t)
  const failing = step('3-fails', 'create table others (id integer)', 'delete from children', 'select * from nowhere')
  await assert.rejects(openDatabase(settings, { migrations: [parents, children, failing] }), /nowhere/)
  await withDatabase(settings, [parents, children], async db => {
    assert.deepEqual(await applied(db), ['1-parents', '2-children'])
    assert.equal(await count(db, 'children'), 2)
    await assert.rejects(count(db, 'others'))
  })
})

test('[STO-7] several servers start at once on an empty database, and each migration is applied once', async t => {
  const settings = await emptyDatabase(t)
  const opening = Array.from({ length: 4 }, () => openDatabase(settings, { migrations: [parents, children] }))
  const databases = await Promise.all(opening)
  for (const db of databases) {
    assert.deepEqual(await applied(db), ['1-parents', '2-children'])
    assert.equal(await count(db, 'children'), 2)
    await db.close()
  }
})

test('[STO-7] a table can be rebuilt without losing the rows that reference it', async t => {
  const settings = await emptyDatabase(t)
  await withDatabase(settings, [parents, children], async () => {})
  const widened =
    testEngine === 'sqlite'
      ? step(
          '3-wider',
          `create table wider (id integer primary key, name text not null default '')`,
          'insert into wider (id) select id from parents',
          'drop table parents',
          'alter table wider rename to parents',
        )
      : step('3-wider', `alter table parents add column name text not null default ''`)
  await withDatabase(settings, [parents, children, widened], async db => {
    assert.equal(await count(db, 'children'), 2)
    await assert.rejects(db.write(tx => sql`insert into children values (3, 404)`.execute(tx)))
    await db.write(tx => sql`delete from parents`.execute(tx))
    assert.equal(await count(db, 'children'), 0)
  })
})

test('[STO-7] a migration that violates a foreign key is rolled back', async t => {
  const settings = await emptyDatabase(t)
  await withDatabase(settings, [parents, children], async () => {})
  const orphaning = step('3-orphans', 'insert into children values (9, 404)')
  await assert.rejects(openDatabase(settings, { migrations: [parents, children, orphaning] }), /children/)
  await withDatabase(settings, [parents, children], async db => assert.equal(await count(db, 'children'), 2))
})

test('[STO-8] a newer database is refused with a clear error and left untouched', async t => {
  const settings = await emptyDatabase(t)
  await withDatabase(settings, [parents, children], async () => {})
  const other = step('1-other', 'create table other (id integer)')
  await assert.rejects(
    openDatabase(settings, { migrations: [parents, other] }),
    /^Error: the database was made by a newer Tessera \(2-children\): start that version$/,
  )
  await withDatabase(settings, [parents, children], async db => {
    assert.equal(await count(db, 'children'), 2)
    await assert.rejects(count(db, 'other'))
  })
})

/** A different program with the same first migrations, and the migrations that it adds. */
const expand = (migration: Migration): Migration => ({ ...migration, step: 'expand' })
const nicknames = expand(step('3-nicknames', `alter table parents add column name text not null default 'none'`))

test('[OPS-50] a server of the release before starts on a database that a newer one has migrated', async t => {
  const settings = await emptyDatabase(t)
  await withDatabase(settings, [parents, children, nicknames], async newer => {
    await withDatabase(settings, [parents, children], async older => {
      assert.deepEqual(await applied(older), ['1-parents', '2-children', '3-nicknames'])
      await older.write(tx => sql`insert into parents (id) values (2)`.execute(tx))
    })
    const { rows } = await sql`select name from parents where id = 2`.execute(newer.read)
    assert.deepEqual(rows, [{ name: 'none' }])
  })
  await withDatabase(settings, [parents, children, nicknames], async db => assert.equal(await count(db, 'parents'), 2))
})

test('[OPS-50] a server from two releases before is refused, and nothing is changed', async t => {
  const settings = await emptyDatabase(t)
  await withDatabase(settings, [parents, children, nicknames], async () => {})
  await assert.rejects(
    openDatabase(settings, { migrations: [parents] }),
    /^Error: the database was made by a newer Tessera \(2-children, 3-nicknames\): start that version$/,
  )
  const other = expand(step('3-other', 'create table other (id integer)'))
  await assert.rejects(
    openDatabase(settings, { migrations: [parents, children, other] }),
    /has 3-nicknames, but not 3-other/,
  )
  await withDatabase(settings, [parents, children, nicknames], async db => {
    await assert.rejects(count(db, 'other'))
  })
})

test('[OPS-50] the release before is the one that has all migrations up to the last release', () => {
  const later = expand(step('4-later'))
  const contract: Migration = { ...step('5-contract'), step: 'contract', completes: '3-nicknames' }
  const list = [parents, children, nicknames, later, contract]
  const needs = (migration: Migration, ...released: string[]) =>
    neededMigration(
      list,
      migration,
      released.map(name => ({ version: name, migration: name })),
    )
  assert.equal(needs(children), null)
  assert.equal(needs(nicknames), '2-children')
  assert.equal(needs(later), '2-children')
  assert.equal(needs(later, '3-nicknames'), '3-nicknames')
  assert.equal(needs(contract, '3-nicknames'), '3-nicknames')
  assert.equal(needs(contract, '3-nicknames', '4-later'), '4-later')
})

test('[OPS-51] a backup and a restore need the version that migrated the database', async t => {
  const settings = await emptyDatabase(t)
  await withDatabase(settings, [parents, children, nicknames], async db => {
    await assert.rejects(
      requireNoNewerMigrations(db.read, [parents, children]),
      /newer Tessera \(3-nicknames\): use that/,
    )
    await requireNoNewerMigrations(db.read, [parents, children, nicknames])
  })
})

if (testEngine === 'postgres')
  test('[OPS-52] a migration that has to wait for a table lets the writers behind it go on, and is applied later', async t => {
    const settings = await emptyDatabase(t)
    await withDatabase(settings, [parents, children], async db => {
      let release = () => {}
      const released = new Promise<void>(resolve => {
        release = resolve
      })
      let isLocked = () => {}
      const locked = new Promise<void>(resolve => {
        isLocked = resolve
      })
      // A snapshot, such as that of a backup, keeps the tables that it has read.
      const reading = db.snapshot(async reader => {
        await sql`select * from parents`.execute(reader)
        isLocked()
        await released
      })
      await locked
      const tries = new EventEmitter()
      const twice = until(tries, 3)
      const migrating = (async () => {
        const newer = await openPostgres(settings.databaseUrl as string)
        await migrate(newer, { migrations: [parents, children, nicknames], onStart: () => tries.emit('try') })
        await newer.close()
      })()
      await twice
      await db.write(tx => sql`insert into parents (id) values (7)`.execute(tx))
      assert.deepEqual(await applied(db), ['1-parents', '2-children'])
      release()
      await Promise.all([reading, migrating])
      assert.deepEqual(await applied(db), ['1-parents', '2-children', '3-nicknames'])
    })
  })

/** Resolves when something was tried for the nth time. */
function until(tries: EventEmitter, times: number): Promise<void> {
  return new Promise(resolve => {
    let seen = 0
    tries.on('try', () => {
      seen += 1
      if (seen === times) resolve()
    })
  })
}

// Runs `halting` to its middle, prints a line, and waits there until it is killed.
async function killedInTheMiddle(settings: DatabaseSettings): Promise<void> {
  const importing = (file: string) => `await import('${pathToFileURL(join(import.meta.dirname, file)).href}')`
  const code = `
    import { sql } from 'kysely'
    const { openDatabase } = ${importing('open-database.ts')}
    const run = (tx, text) => sql.raw(text).execute(tx)
    const halting = {
      name: '1-halting',
      async up(tx) {
        await run(tx, 'create table halves (id integer primary key)')
        await run(tx, 'insert into halves values (1)')
        console.log('halfway')
        await new Promise(() => setInterval(() => {}, 1000))
      },
    }
    await openDatabase(${JSON.stringify(settings)}, { migrations: [halting] })`
  await killAtFirstOutput(code, import.meta.dirname)
}

test('[STO-7] a migration killed in the middle is applied in full at the next start', async t => {
  const settings = await emptyDatabase(t)
  await killedInTheMiddle(settings)
  const whole = step('1-halting', 'create table halves (id integer primary key)', 'insert into halves values (1), (2)')
  await withDatabase(settings, [whole], async db => {
    assert.deepEqual(await applied(db), ['1-halting'])
    assert.equal(await count(db, 'halves'), 2)
  })
})
