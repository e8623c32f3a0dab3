// What every caller relies on: transactions, who sees what and when, and how failures are told apart. On both engines.

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { emptyLocation, type TestDatabase, testDatabase, testEngine } from '../testing/test-database.ts'
import { until } from '../testing/until.ts'
import type { Reader, Tx } from './database.ts'
import { openDatabase } from './open-database.ts'
import { openPostgres, requireSupportedServer } from './postgres-database.ts'
import { isUnavailable, isUniqueViolation } from './unavailable.ts'

let place: TestDatabase
before(async () => {
  place = await testDatabase()
})
after(() => place.drop())

const put = (tx: Tx, name: string, value = '') => tx.insertInto('secrets').values({ name, value }).execute()
const read = async (reader: Reader, name: string) =>
  (await reader.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value

test('[STO-1] what a transaction writes is there when it has ended', async () => {
  const result = await place.db.write(async tx => {
    await put(tx, 'kept', 'yes')
    return 7
  })
  assert.equal(result, 7)
  assert.equal(await read(place.db.read, 'kept'), 'yes')
})

test('[STO-1] nothing of a transaction that throws is left, and the error is the one thrown', async () => {
  const oops = new Error('oops')
  await assert.rejects(
    place.db.write(async tx => {
      await put(tx, 'undone')
      throw oops
    }),
    error => error === oops,
  )
  assert.equal(await read(place.db.read, 'undone'), undefined)
  await place.db.write(tx => put(tx, 'after the failure'))
})

test('[STO-1] the reader sees only what is committed, the transaction its own', async () => {
  await place.db.write(async tx => {
    await put(tx, 'in flight', 'new')
    assert.equal(await read(tx, 'in flight'), 'new')
    assert.equal(await read(place.db.read, 'in flight'), undefined)
  })
  assert.equal(await read(place.db.read, 'in flight'), 'new')
})

test('[STO-1] a snapshot goes on seeing what was there when it began', async () => {
  await place.db.write(tx => put(tx, 'counter', '1'))
  await place.db.snapshot(async reader => {
    assert.equal(await read(reader, 'counter'), '1')
    await place.db.write(tx => tx.updateTable('secrets').set({ value: '2' }).where('name', '=', 'counter').execute())
    assert.equal(await read(place.db.read, 'counter'), '2')
    assert.equal(await read(reader, 'counter'), '1')
  })
})

test('[STO-1] a snapshot cannot write', async () => {
  await assert.rejects(place.db.snapshot(reader => put(reader as Tx, 'through a snapshot')))
  assert.equal(await read(place.db.read, 'through a snapshot'), undefined)
})

test('[STO-1] a snapshot is fixed when it begins, not when it is first asked', async () => {
  await place.db.snapshot(async reader => {
    await place.db.write(tx => put(tx, 'late'))
    assert.equal(await read(reader, 'late'), undefined)
  })
})

test('[STO-1] writers that add to the same number lose nothing', async () => {
  await place.db.write(tx => put(tx, 'sum', '0'))
  const add = () =>
    place.db.write(async tx => {
      const forUpdate = testEngine === 'postgres' ? sql`for update` : sql``
      const { rows } = await sql<{ value: string }>`
        select value from secrets where name = 'sum' ${forUpdate}`.execute(tx)
      await delay(1)
      await tx
        .updateTable('secrets')
        .set({ value: String(Number(rows[0]?.value) + 1) })
        .where('name', '=', 'sum')
        .execute()
    })
  await Promise.all(Array.from({ length: 25 }, add))
  assert.equal(await read(place.db.read, 'sum'), '25')
})

test('a statement sent after the end of its transaction is refused', async () => {
  let escaped: Tx | undefined
  await place.db.write(async tx => {
    escaped = tx
  })
  await assert.rejects(put(escaped as Tx, 'escaped'))
  let failed: Tx | undefined
  await assert.rejects(
    place.db.write(async tx => {
      failed = tx
      await put(tx, 'kept') // taken already
    }),
    isUniqueViolation,
  )
  await assert.rejects(put(failed as Tx, 'straggler'))
  assert.equal(await read(place.db.read, 'straggler'), undefined)
})

test('counts, sums and comparisons are numbers, and updates say how many rows they changed', async () => {
  const { rows } = await sql`
    select count(*) as n, sum(x) as total, max(x) > 2 as big, max(x) > 9 as huge
    from (select 1 as x union all select 2 union all select 3) as t`.execute(place.db.read)
  assert.deepEqual({ ...(rows[0] as object) }, { n: 3, total: 6, big: 1, huge: 0 })
  await place.db.write(async tx => {
    await put(tx, 'a')
    await put(tx, 'b')
    const update = tx.updateTable('secrets').set({ value: 'c' }).where('name', 'in', ['a', 'b', 'none'])
    assert.equal((await update.executeTakeFirst()).numUpdatedRows, 2n)
    const remove = tx.deleteFrom('secrets').where('name', '=', 'a')
    assert.equal((await remove.executeTakeFirst()).numDeletedRows, 1n)
  })
})

test('a number keeps being an integer on its way in', async () => {
  const { rows } = await sql`select 7 / ${2} as half, cast(${2 ** 40} as text) as large`.execute(place.db.read)
  assert.deepEqual({ ...(rows[0] as object) }, { half: 3, large: '1099511627776' })
})

test('a taken key is told from other failures', async () => {
  await place.db.write(tx => put(tx, 'taken'))
  await assert.rejects(
    place.db.write(tx => put(tx, 'taken')),
    isUniqueViolation,
  )
  await assert.rejects(
    place.db.write(tx => tx.insertInto('favorites').values({ user_id: 404, workspace_id: 404 }).execute()),
    error => !isUniqueViolation(error) && !isUnavailable(error),
  )
})

test('[STO-11] a closed database takes no new work, waits for what is running, and says that it is away', async () => {
  const db = await openDatabase(place.settings)
  await db.ping()
  const running = db.write(async tx => {
    await delay(20)
    await put(tx, 'just in time')
  })
  await db.close()
  assert.equal(await read(place.db.read, 'just in time'), '')
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
  test('[STO-1] transactions run in the order they were asked for', async () => {
    const order: number[] = []
    const one = (number: number, pauseMs: number) =>
      place.db.write(async () => {
        await delay(pauseMs)
        order.push(number)
        if (number === 2) throw new Error('the queue goes on')
      })
    await Promise.allSettled([one(1, 10), one(2, 5), one(3, 0)])
    assert.deepEqual(order, [1, 2, 3])
  })

  test('[STO-1] the file is kept with a write-ahead log, synced commits and foreign keys', async () => {
    const pragma = (name: string) =>
      place.db.write(async tx => Object.values((await sql.raw(`pragma ${name}`).execute(tx)).rows[0] as object)[0])
    assert.equal(await pragma('journal_mode'), 'wal')
    assert.equal(await pragma('synchronous'), 2)
    assert.equal(await pragma('foreign_keys'), 1)
  })

  test('the reader cannot write', async () => {
    await assert.rejects(place.db.read.deleteFrom('secrets').execute(), error => !isUnavailable(error))
    await assert.rejects(place.db.read.transaction().execute(async () => {}))
  })

  test('a writer in another process is waited for, and the process goes on meanwhile', async () => {
    const other = new DatabaseSync(`${place.settings.dataDir}/tessera.db`)
    other.exec('begin immediate')
    const waiting = place.db.write(tx => put(tx, 'patient'))
    await delay(50)
    other.exec('commit')
    await waiting
    other.close()
    assert.equal(await read(place.db.read, 'patient'), '')
  })

  test('[STO-11] a full disk undoes the transaction and is told as the state of the database', async t => {
    const own = await testDatabase()
    t.after(() => own.drop())
    const allow = (pages: number) => own.db.write(tx => sql.raw(`pragma max_page_count = ${pages}`).execute(tx))
    await allow(1) // as many as there are
    const filling = own.db.write(async tx => {
      await put(tx, 'small')
      await put(tx, 'large', 'x'.repeat(1_000_000))
    })
    await assert.rejects(filling, isUnavailable)
    assert.equal(await read(own.db.read, 'small'), undefined)
    await allow(1_000_000)
    await own.db.write(tx => put(tx, 'small'))
  })

  test('what is no database is refused with a sentence that names the file', async t => {
    const { settings, drop } = await emptyLocation()
    t.after(drop)
    await writeFile(join(settings.dataDir, 'tessera.db'), 'something else '.repeat(100))
    await assert.rejects(openDatabase(settings), /the database .*tessera\.db cannot be opened: file is not a database/)
  })
} else {
  test('[STO-1] an older PostgreSQL, or one in another encoding, is refused with a sentence', async t => {
    assert.throws(
      () => requireSupportedServer(130_011, 'UTF8'),
      /leads to PostgreSQL 13; version 14 or newer is required/,
    )
    requireSupportedServer(140_000, 'UTF8')
    const name = `${new URL(place.settings.databaseUrl ?? '').pathname.slice(1)}_latin`
    const administer = (text: string) => sql.raw(text).execute(place.db.read)
    await administer(`create database ${name} template template0 encoding 'LATIN1' locale 'C'`)
    t.after(() => administer(`drop database ${name}`))
    const databaseUrl = new URL(`/${name}`, place.settings.databaseUrl).href
    await assert.rejects(openDatabase({ ...place.settings, databaseUrl }), /is LATIN1; UTF8 is required/)
  })

  test('[STO-11] lost connections are told as such, and the next statement has a new one', async () => {
    // One of its own: that the others of a pool are lost may be heard of at any time after.
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
    // Other connections were lost while nobody used them: whoever gets one before that was heard of is told so, too.
    const isThere = (found: Promise<unknown>) =>
      found.then(
        () => true,
        error => (isUnavailable(error) ? false : Promise.reject(error)),
      )
    await until(() => isThere(own.db.write(tx => put(tx, 'again'))))
    await until(() => isThere(own.db.ping()))
    assert.equal(await read(own.db.read, 'lost'), undefined)
  })

  test('[STO-11] a transaction that hangs is ended after 3 s, and a lock is waited for at most 10 s', async () => {
    const settings = await place.db.write(async tx => {
      const { rows } = await sql<{ idle: string; lock: string }>`
        select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as lock`.execute(
        tx,
      )
      return rows[0]
    })
    assert.deepEqual(settings, { idle: '3s', lock: '10s' })
  })

  test('[STO-11] a transaction ended for being idle is unavailable, has no effect, and the next one succeeds', async t => {
    const impatient = await openPostgres(place.settings.databaseUrl ?? '', { idleInTransactionMs: 50, lockMs: 10_000 })
    t.after(() => impatient.close())
    const hang = (name: string) => async (tx: Tx) => {
      await read(tx, name)
      await delay(400)
      await put(tx, name)
    }
    await assert.rejects(impatient.write(hang('idle')), isUnavailable)
    await assert.rejects(impatient.batch(hang('idle')), isUnavailable)
    assert.equal(await read(place.db.read, 'idle'), undefined)
    await impatient.write(tx => put(tx, 'idle', 'once'))
    await impatient.batch(async tx => void (await put(tx, 'idle batch', 'once')))
    assert.equal(await read(place.db.read, 'idle'), 'once')
    assert.equal(await read(place.db.read, 'idle batch'), 'once')
    // A snapshot may pause.
    await impatient.snapshot(async reader => {
      await delay(400)
      await read(reader, 'idle')
    })
  })

  test('[STO-11] a batch that waits too long for a lock is unavailable, and takes effect once when it is run again', async t => {
    const impatient = await openPostgres(place.settings.databaseUrl ?? '', { idleInTransactionMs: 10_000, lockMs: 50 })
    t.after(() => impatient.close())
    await place.db.write(tx => put(tx, 'contended', ''))
    const append = async (tx: Tx) => {
      await sql`select 1 from secrets where name = 'contended' for update`.execute(tx)
      await tx.updateTable('secrets').set({ value: sql`value || '+'` }).where('name', '=', 'contended').execute()
    }
    await place.db.write(async tx => {
      await append(tx)
      await assert.rejects(impatient.batch(append), isUnavailable)
      await assert.rejects(impatient.write(append), isUnavailable)
    })
    await impatient.batch(append)
    assert.equal(await read(place.db.read, 'contended'), '++')
  })

  test('transactions that wait for each other are done again until both are through', async () => {
    await place.db.write(async tx => {
      await put(tx, 'left', '0')
      await put(tx, 'right', '0')
    })
    let [tries, held] = [0, 0]
    const bothHold = Promise.withResolvers<void>()
    const bump = (tx: Tx, name: string) =>
      tx.updateTable('secrets').set({ value: sql`value || '+'` }).where('name', '=', name).execute()
    const both = (first: string, second: string) =>
      place.db.write(async tx => {
        tries++
        await bump(tx, first)
        if (++held === 2) bothHold.resolve()
        await bothHold.promise
        await bump(tx, second)
      })
    await Promise.all([both('left', 'right'), both('right', 'left')])
    assert.equal(await read(place.db.read, 'left'), '0++')
    assert.ok(tries > 2)
  })

  test('[STO-11] a server that is not there is told with its address and without the password', async () => {
    const databaseUrl = 'postgres://someone:hidden@127.0.0.1:1/nowhere'
    await assert.rejects(openDatabase({ ...place.settings, databaseUrl }), (error: Error) => {
      assert.match(error.message, /127\.0\.0\.1:1\/nowhere/)
      assert.doesNotMatch(error.message, /hidden/)
      return isUnavailable(error)
    })
  })
}
