// Tests what every caller relies on: transactions, isolation and the classification of errors. On both engines.

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { setTimeout as delay, setImmediate as later } from 'node:timers/promises'
import { sql } from 'kysely'
import { emptyLocation, type TestDatabase, testDatabase, testEngine } from '../../testing/test-database.ts'
import { until } from '../../testing/until.ts'
import type { Reader, Tx } from '../sql/database.ts'
import { openDatabase } from './open-database.ts'
import { openPostgres, requireSupportedServer } from './postgres-database.ts'
import { isUnavailable, isUniqueViolation } from './unavailable.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.drop())

const put = (tx: Tx, name: string, value = '') => tx.insertInto('secrets').values({ name, value }).execute()
const read = async (reader: Reader, name: string) =>
  (await reader.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value

test('[STO-1] the writes of a transaction are visible when it has ended', async () => {
  const result = await database.db.write(async tx => {
    await put(tx, 'kept', 'yes')
    return 7
  })
  assert.equal(result, 7)
  assert.equal(await read(database.db.read, 'kept'), 'yes')
})

test('[STO-1] a transaction that throws has no effect, and the caller gets its error', async () => {
  const oops = new Error('oops')
  await assert.rejects(
    database.db.write(async tx => {
      await put(tx, 'undone')
      throw oops
    }),
    error => error === oops,
  )
  assert.equal(await read(database.db.read, 'undone'), undefined)
  await database.db.write(tx => put(tx, 'after the failure'))
})

test('[STO-1] the reader sees only committed rows, the transaction also its own', async () => {
  await database.db.write(async tx => {
    await put(tx, 'in flight', 'new')
    assert.equal(await read(tx, 'in flight'), 'new')
    assert.equal(await read(database.db.read, 'in flight'), undefined)
  })
  assert.equal(await read(database.db.read, 'in flight'), 'new')
})

test('[STO-1] a snapshot keeps seeing the rows from when it began', async () => {
  await database.db.write(tx => put(tx, 'counter', '1'))
  await database.db.snapshot(async reader => {
    assert.equal(await read(reader, 'counter'), '1')
    await database.db.write(tx => tx.updateTable('secrets').set({ value: '2' }).where('name', '=', 'counter').execute())
    assert.equal(await read(database.db.read, 'counter'), '2')
    assert.equal(await read(reader, 'counter'), '1')
  })
})

test('[STO-1] a snapshot cannot write', async () => {
  await assert.rejects(database.db.snapshot(reader => put(reader as Tx, 'through a snapshot')))
  assert.equal(await read(database.db.read, 'through a snapshot'), undefined)
})

test('[STO-1] a snapshot is fixed when it begins, not at its first read', async () => {
  await database.db.snapshot(async reader => {
    await database.db.write(tx => put(tx, 'late'))
    assert.equal(await read(reader, 'late'), undefined)
  })
})

test('[STO-1] concurrent increments of one number are not lost', async () => {
  await database.db.write(tx => put(tx, 'sum', '0'))
  const add = () =>
    database.db.write(async tx => {
      const forUpdate = testEngine === 'postgres' ? sql`for update` : sql``
      const { rows } = await sql<{ value: string }>`
        select value from secrets where name = 'sum' ${forUpdate}`.execute(tx)
      await later()
      await tx
        .updateTable('secrets')
        .set({ value: String(Number(rows[0]?.value) + 1) })
        .where('name', '=', 'sum')
        .execute()
    })
  await Promise.all(Array.from({ length: 25 }, add))
  assert.equal(await read(database.db.read, 'sum'), '25')
})

test('a statement sent after the end of its transaction is refused', async () => {
  let escaped: Tx | undefined
  await database.db.write(async tx => {
    escaped = tx
  })
  await assert.rejects(put(escaped as Tx, 'escaped'))
  let failed: Tx | undefined
  await assert.rejects(
    database.db.write(async tx => {
      failed = tx
      await put(tx, 'kept') // taken already
    }),
    isUniqueViolation,
  )
  await assert.rejects(put(failed as Tx, 'straggler'))
  assert.equal(await read(database.db.read, 'straggler'), undefined)
})

test('counts, sums and comparisons are numbers, and updates return the number of changed rows', async () => {
  const { rows } = await sql`
    select count(*) as n, sum(x) as total, max(x) > 2 as big, max(x) > 9 as huge
    from (select 1 as x union all select 2 union all select 3) as t`.execute(database.db.read)
  assert.deepEqual({ ...(rows[0] as object) }, { n: 3, total: 6, big: 1, huge: 0 })
  await database.db.write(async tx => {
    await put(tx, 'a')
    await put(tx, 'b')
    const update = tx.updateTable('secrets').set({ value: 'c' }).where('name', 'in', ['a', 'b', 'none'])
    assert.equal((await update.executeTakeFirst()).numUpdatedRows, 2n)
    const remove = tx.deleteFrom('secrets').where('name', '=', 'a')
    assert.equal((await remove.executeTakeFirst()).numDeletedRows, 1n)
  })
})

test('an integer parameter stays an integer', async () => {
  const { rows } = await sql`select 7 / ${2} as half, cast(${2 ** 40} as text) as large`.execute(database.db.read)
  assert.deepEqual({ ...(rows[0] as object) }, { half: 3, large: '1099511627776' })
})

test('a unique violation is distinguished from other errors', async () => {
  await database.db.write(tx => put(tx, 'taken'))
  await assert.rejects(
    database.db.write(tx => put(tx, 'taken')),
    isUniqueViolation,
  )
  await assert.rejects(
    database.db.write(tx => tx.insertInto('favorites').values({ user_id: 404, workspace_id: 404 }).execute()),
    error => !isUniqueViolation(error) && !isUnavailable(error),
  )
})

test('[STO-11] a closed database takes no new work, waits for running work, and reports that it is unavailable', async () => {
  const db = await openDatabase(database.settings)
  await db.ping()
  const closing = Promise.withResolvers<void>()
  const running = db.write(async tx => {
    await closing.promise
    await put(tx, 'just in time')
  })
  const closed = db.close()
  closing.resolve()
  await closed
  assert.equal(await read(database.db.read, 'just in time'), '')
  await running
  await assert.rejects(
    db.write(async () => {}),
    isUnavailable,
  )
  await assert.rejects(read(db.read, 'kept'), isUnavailable)
  await assert.rejects(db.ping(), isUnavailable)
  await db.close()
})

if (testEngine === 'sqlite') {
  test('[STO-1] transactions run in the order of submission', async () => {
    const order: number[] = []
    const one = (number: number, turns: number) =>
      database.db.write(async () => {
        for (let turn = 0; turn < turns; turn += 1) await later()
        order.push(number)
        if (number === 2) throw new Error('the queue continues')
      })
    await Promise.allSettled([one(1, 10), one(2, 5), one(3, 0)])
    assert.deepEqual(order, [1, 2, 3])
  })

  test('[STO-1] the file uses a write-ahead log, synced commits and foreign keys', async () => {
    const pragma = (name: string) =>
      database.db.write(async tx => Object.values((await sql.raw(`pragma ${name}`).execute(tx)).rows[0] as object)[0])
    assert.equal(await pragma('journal_mode'), 'wal')
    assert.equal(await pragma('synchronous'), 2)
    assert.equal(await pragma('foreign_keys'), 1)
  })

  test('the reader cannot write', async () => {
    await assert.rejects(database.db.read.deleteFrom('secrets').execute(), error => !isUnavailable(error))
    await assert.rejects(database.db.read.transaction().execute(async () => {}))
  })

  test('a write waits for a writer in another process without blocking this one', async () => {
    const other = new DatabaseSync(`${database.settings.dataDir}/tessera.db`)
    other.exec('begin immediate')
    const waiting = database.db.write(tx => put(tx, 'patient'))
    await delay(50)
    other.exec('commit')
    await waiting
    other.close()
    assert.equal(await read(database.db.read, 'patient'), '')
  })

  test('[STO-11] a full disk rolls back the transaction and counts as unavailable', async t => {
    const own = await testDatabase()
    t.after(() => own.drop())
    const allow = (pages: number) => own.db.write(tx => sql.raw(`pragma max_page_count = ${pages}`).execute(tx))
    await allow(1) // the current number of pages
    const filling = own.db.write(async tx => {
      await put(tx, 'small')
      await put(tx, 'large', 'x'.repeat(1_000_000))
    })
    await assert.rejects(filling, isUnavailable)
    assert.equal(await read(own.db.read, 'small'), undefined)
    await allow(1_000_000)
    await own.db.write(tx => put(tx, 'small'))
  })

  test('a file that is no database is refused with an error that names it', async t => {
    const { settings, drop } = await emptyLocation()
    t.after(drop)
    await writeFile(join(settings.dataDir, 'tessera.db'), 'something else '.repeat(100))
    await assert.rejects(openDatabase(settings), /the database .*tessera\.db cannot be opened: file is not a database/)
  })
} else {
  test('[STO-1] an older PostgreSQL, or one with another encoding, is refused with a clear error', async t => {
    assert.throws(
      () => requireSupportedServer(130_011, 'UTF8'),
      /leads to PostgreSQL 13; version 14 or newer is required/,
    )
    requireSupportedServer(140_000, 'UTF8')
    const name = `${new URL(database.settings.databaseUrl ?? '').pathname.slice(1)}_latin`
    const administer = (text: string) => sql.raw(text).execute(database.db.read)
    await administer(`create database ${name} template template0 encoding 'LATIN1' locale 'C'`)
    t.after(() => administer(`drop database ${name}`))
    const databaseUrl = new URL(`/${name}`, database.settings.databaseUrl).href
    await assert.rejects(openDatabase({ ...database.settings, databaseUrl }), /is LATIN1; UTF8 is required/)
  })

  test('[STO-11] a lost connection is reported as unavailable, and the next statement gets a new one', async () => {
    // The test has its own database, because the pool may notice other lost connections at any later time.
    const own = await testDatabase()
    after(own.drop)
    const kill = sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const lost = own.db.write(async tx => {
      await kill.execute(own.db.read)
      await put(tx, 'lost')
    })
    await assert.rejects(lost, isUnavailable)
    // Idle connections were lost, too; a statement that gets one before the pool notices also fails.
    const succeeds = (found: Promise<unknown>) =>
      found.then(
        () => true,
        error => (isUnavailable(error) ? false : Promise.reject(error)),
      )
    await until(() => succeeds(own.db.write(tx => put(tx, 'again'))))
    await until(() => succeeds(own.db.ping()))
    assert.equal(await read(own.db.read, 'lost'), undefined)
  })

  test('[STO-11] a transaction ended for being idle is unavailable, has no effect, and the next one succeeds', async t => {
    const impatient = await openPostgres(database.settings.databaseUrl ?? '', {
      timeouts: { idleInTransactionMs: 50 },
    })
    t.after(() => impatient.close())
    const hang = (name: string) => async (tx: Tx) => {
      await read(tx, name)
      await delay(400)
      await put(tx, name)
    }
    await assert.rejects(impatient.write(hang('idle')), isUnavailable)
    await assert.rejects(impatient.batch(hang('idle')), isUnavailable)
    assert.equal(await read(database.db.read, 'idle'), undefined)
    await impatient.write(tx => put(tx, 'idle', 'once'))
    await impatient.batch(async tx => void (await put(tx, 'idle batch', 'once')))
    assert.equal(await read(database.db.read, 'idle'), 'once')
    assert.equal(await read(database.db.read, 'idle batch'), 'once')
    // A snapshot may be idle.
    await impatient.snapshot(async reader => {
      await delay(400)
      await read(reader, 'idle')
    })
  })

  test('[STO-11] a batch that waits too long for a lock is unavailable, and takes effect once when it runs again', async t => {
    const impatient = await openPostgres(database.settings.databaseUrl ?? '', { timeouts: { lockMs: 50 } })
    t.after(() => impatient.close())
    await database.db.write(tx => put(tx, 'contended', ''))
    const append = async (tx: Tx) => {
      await sql`select 1 from secrets where name = 'contended' for update`.execute(tx)
      await tx.updateTable('secrets').set({ value: sql`value || '+'` }).where('name', '=', 'contended').execute()
    }
    await database.db.write(async tx => {
      await append(tx)
      await assert.rejects(impatient.batch(append), isUnavailable)
      await assert.rejects(impatient.write(append), isUnavailable)
    })
    await impatient.batch(append)
    assert.equal(await read(database.db.read, 'contended'), '++')
  })

  test('deadlocked transactions are retried until both succeed', async () => {
    await database.db.write(async tx => {
      await put(tx, 'left', '0')
      await put(tx, 'right', '0')
    })
    let [tries, locked] = [0, 0]
    const bothLocked = Promise.withResolvers<void>()
    const bump = (tx: Tx, name: string) =>
      tx.updateTable('secrets').set({ value: sql`value || '+'` }).where('name', '=', name).execute()
    const both = (first: string, second: string) =>
      database.db.write(async tx => {
        tries++
        await bump(tx, first)
        if (++locked === 2) bothLocked.resolve()
        await bothLocked.promise
        await bump(tx, second)
      })
    await Promise.all([both('left', 'right'), both('right', 'left')])
    assert.equal(await read(database.db.read, 'left'), '0++')
    assert.ok(tries > 2)
  })

  test('[STO-11] an unreachable server is reported with its address and without the password', async () => {
    const databaseUrl = 'postgres://someone:hidden@127.0.0.1:1/nowhere'
    await assert.rejects(openDatabase({ ...database.settings, databaseUrl }), (error: Error) => {
      assert.match(error.message, /127\.0\.0\.1:1\/nowhere/)
      assert.doesNotMatch(error.message, /hidden/)
      return isUnavailable(error)
    })
  })
}
