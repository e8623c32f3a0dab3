// Tests the background steps of migrations: on a table of many rows, with concurrent writers and killed in the middle.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import pino from 'pino'
import { killAtFirstOutput } from '../../testing/killed-program.ts'
import { emptyLocation, migratedLocation, testEngine } from '../../testing/test-database.ts'
import { until } from '../../testing/until.ts'
import type { Database } from '../sql/database.ts'
import { listUnfinishedSteps } from './background-steps.ts'
import type { Migration } from './migration.ts'
import { migrations } from './migrations/index.ts'
import { type DatabaseSettings, openDatabase } from './open-database.ts'
import { nextLimit, startBackgroundSteps } from './run-background-steps.ts'

const rowCount = 20_000
const log = pino({ level: 'silent' })

const counters: Migration = {
  name: '9001-counters',
  step: 'expand',
  async up(tx) {
    await sql`create table counters (id integer primary key, amount integer not null default 0)`.execute(tx)
    await sql`insert into counters (id)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(rowCount)})
      select n from numbers`.execute(tx)
  },
}

/** Increments every amount, which shows whether a row was skipped or changed twice. */
const increase: Migration = {
  name: '9002-increase',
  step: 'expand',
  async up() {},
  background: [
    {
      name: 'amounts',
      async run(tx, position, limit) {
        const { rows } = await sql<{ id: number }>`
          select id from counters where id > ${Number(position ?? 0)} order by id limit ${limit}`.execute(tx)
        const last = rows.at(-1)?.id
        if (last === undefined) return { rows: 0, position: null }
        await sql`update counters set amount = amount + 1 where id > ${Number(position ?? 0)} and id <= ${last}`.execute(
          tx,
        )
        return { rows: rows.length, position: String(last) }
      },
    },
    { index: 'counters_by_amount', on: 'counters (amount, id)' },
  ],
}
const newer = [...migrations, counters, increase]

async function upgradedDatabase(t: TestContext): Promise<{ settings: DatabaseSettings; db: Database }> {
  const location = await migratedLocation()
  const db = await openDatabase(location.settings, { migrations: newer })
  t.after(async () => {
    await db.close()
    await location.drop()
  })
  return { settings: location.settings, db }
}

const run = ({ settings: { databaseUrl }, db }: { settings: DatabaseSettings; db: Database }) =>
  startBackgroundSteps({ db, databaseUrl, log, migrations: newer })

async function amounts(db: Database): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`
    select distinct amount from counters where id > 1 order by amount`.execute(db.read)
  return rows.map(({ amount }) => amount)
}

async function hasIndex(db: Database): Promise<boolean> {
  const { rows } =
    db.engine === 'sqlite'
      ? await sql`select 1 from sqlite_schema where name = 'counters_by_amount'`.execute(db.read)
      : await sql`select 1 from pg_index where indexrelid = to_regclass('counters_by_amount') and indisvalid`.execute(
          db.read,
        )
  return rows.length > 0
}

test('[OPS-53] a background step changes each row once, in short transactions between which others write', async t => {
  const upgraded = await upgradedDatabase(t)
  const { db } = upgraded
  assert.deepEqual(await amounts(db), [0], 'the migration itself does not wait for it')
  const steps = run(upgraded)
  let isOver = false
  steps.finished.then(() => {
    isOver = true
  })
  let writesBeside = 0
  while (!isOver) {
    await db.write(tx => sql`update counters set amount = amount + 10 where id = 1`.execute(tx))
    writesBeside += 1
    // On SQLite a write does not wait for I/O from outside the process, so timers would never be due.
    await setImmediate()
  }
  assert.deepEqual(await amounts(db), [1])
  assert.equal(await hasIndex(db), true)
  assert.deepEqual(await listUnfinishedSteps(db.read), [])
  const { rows } = await sql<{ amount: number }>`select amount from counters where id = 1`.execute(db.read)
  assert.equal(rows[0]?.amount, writesBeside * 10 + 1)
  // 20,000 rows are at least 7 batches, even if the limit doubles with each.
  assert.ok(writesBeside > 7, `${writesBeside} writes`)
})

test('[OPS-53] a background step resumes where a killed server stopped', async t => {
  const upgraded = await upgradedDatabase(t)
  const { db, settings } = upgraded
  await killedInTheMiddle(settings)
  const [left] = await listUnfinishedSteps(db.read)
  assert.ok(left && left.rows_done > 0 && left.rows_done < rowCount, JSON.stringify(left))
  assert.equal(left.position, String(left.rows_done))
  await run(upgraded).finished
  assert.deepEqual(await amounts(db), [1])
})

test('[OPS-53] several servers share a background step, and each row is changed once', async t => {
  const upgraded = await upgradedDatabase(t)
  await Promise.all([run(upgraded).finished, run(upgraded).finished])
  assert.deepEqual(await amounts(upgraded.db), [1])
  assert.deepEqual(await listUnfinishedSteps(upgraded.db.read), [])
})

test('[OPS-53] a server that stops leaves the rest of a background step to the next start', async t => {
  const upgraded = await upgradedDatabase(t)
  const { db } = upgraded
  const first = run(upgraded)
  await until(async () => ((await listUnfinishedSteps(db.read))[0]?.rows_done ?? 0) > 0)
  await first.close()
  assert.deepEqual(await amounts(db), [0, 1])
  await run(upgraded).finished
  assert.deepEqual(await amounts(db), [1])
})

test('[OPS-53] background steps continue after the database could not be read for a while', async t => {
  const upgraded = await upgradedDatabase(t)
  const { db, settings } = upgraded
  await db.rebuild(tx => sql`alter table migration_steps rename to hidden_steps`.execute(tx))
  const failures: unknown[] = []
  const failing = pino({ level: 'error' }, { write: line => void failures.push(line) })
  const steps = startBackgroundSteps({ ...settings, db, log: failing, migrations: newer, retryMs: 10 })
  await until(async () => failures.length > 0)
  await db.rebuild(tx => sql`alter table hidden_steps rename to migration_steps`.execute(tx))
  await steps.finished
  assert.deepEqual(await amounts(db), [1])
})

test('[OPS-53] a new database has its indexes, and nothing to do in the background', async t => {
  const location = await emptyLocation()
  const db = await openDatabase(location.settings, { migrations: newer })
  t.after(async () => {
    await db.close()
    await location.drop()
  })
  assert.deepEqual(await listUnfinishedSteps(db.read), [])
  assert.equal(await hasIndex(db), true)
})

if (testEngine === 'postgres')
  test('[OPS-53] an index that was left invalid is rebuilt', async t => {
    const upgraded = await upgradedDatabase(t)
    const { db } = upgraded
    await db.rebuild(async tx => {
      await sql`create index counters_by_amount on counters (amount)`.execute(tx)
      await sql`update pg_index set indisvalid = false where indexrelid = 'counters_by_amount'::regclass`.execute(tx)
    })
    await run(upgraded).finished
    assert.equal(await hasIndex(db), true)
    const { rows } = await sql<{ text: string }>`
      select pg_get_indexdef('counters_by_amount'::regclass) as text`.execute(db.read)
    assert.match(rows[0]?.text ?? '', /\(amount, id\)/)
  })

test('[OPS-53] batches become smaller if they take long, and larger if they do not', () => {
  assert.equal(nextLimit(200, 100), 100)
  assert.equal(nextLimit(1, 5000), 1)
  assert.equal(nextLimit(200, 30), 200)
  assert.equal(nextLimit(200, 5), 400)
  assert.equal(nextLimit(4000, 1), 5000)
})

/** Another process runs some batches and halts within one, where it is killed. */
async function killedInTheMiddle(settings: DatabaseSettings): Promise<void> {
  const importing = (file: string) => `await import('${pathToFileURL(join(import.meta.dirname, file)).href}')`
  const code = `
    import { sql } from 'kysely'
    import pino from 'pino'
    const { openPostgres } = ${importing('postgres-database.ts')}
    const { openEmbedded } = ${importing('open-database.ts')}
    const { startBackgroundSteps } = ${importing('run-background-steps.ts')}
    const { migrations } = ${importing('migrations/index.ts')}
    const settings = ${JSON.stringify(settings)}
    const { databaseUrl, dataDir } = settings
    const db = databaseUrl ? await openPostgres(databaseUrl) : openEmbedded(dataDir, { makesCheckpoints: true })
    let batches = 0
    const amounts = {
      name: 'amounts',
      async run(tx, position, limit) {
        const from = Number(position ?? 0)
        await sql\`update counters set amount = amount + 1 where id > \${from} and id <= \${from + limit}\`.execute(tx)
        batches += 1
        if (batches < 3) return { rows: limit, position: String(from + limit) }
        console.log('halfway')
        await new Promise(() => setInterval(() => {}, 1000))
      },
    }
    const known = name => ({ name, step: 'expand', async up() {} })
    const halting = { ...known('9002-increase'), background: [amounts] }
    const options = { db, log: pino({ level: 'silent' }), migrations: [...migrations, known('9001-counters'), halting] }
    await startBackgroundSteps(options).finished`
  await killAtFirstOutput(code, import.meta.dirname)
}
