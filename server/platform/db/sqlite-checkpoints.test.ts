// Tests that a thread copies the write-ahead log of SQLite into the database.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { emptyLocation, type TestDatabase, testDatabase, testEngine } from '../../testing/test-database.ts'
import { pollUntil, until } from '../../testing/until.ts'
import type { Reader, Tx } from '../sql/database.ts'
import { openDatabase } from './open-database.ts'
import { Checkpoints } from './sqlite-checkpoints.ts'
import { connectReader, connectWriter } from './sqlite-connections.ts'

const put = (tx: Tx, name: string, value = '') => tx.insertInto('secrets').values({ name, value }).execute()
const read = async (reader: Reader, name: string) =>
  (await reader.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value

if (testEngine === 'sqlite') describe('on SQLite', testCheckpoints)

function testCheckpoints(): void {
  let database: TestDatabase
  before(async () => {
    database = await testDatabase()
  })
  after(() => database.drop())

  test('[STO-1] the log is copied into the database soon after a snapshot that needed it, and not by a commit', async () => {
    const { settings, db } = database
    const sizeOf = async (file: string) => (await stat(join(settings.dataDir, file))).size
    const write = async (name: string) => {
      await db.write(tx => put(tx, name, 'x'.repeat(2_000_000)))
      await nextTurn()
    }
    const before = await sizeOf('tessera.db')
    await db.snapshot(async () => {
      for (let index = 0; index < 20; index += 1) await write(`long ${index}`)
      await delay(500)
      assert.equal(await sizeOf('tessera.db'), before)
    })
    await db.write(tx => put(tx, 'after'))
    assert.equal(await sizeOf('tessera.db'), before)
    await until(async () => (await sizeOf('tessera.db')) > before + 20 * 2_000_000)

    // The log is reused from its start while changes are made without a pause.
    const longest = await sizeOf('tessera.db-wal')
    for (let index = 0; index < 100; index += 1) await write(`longer ${index}`)
    assert.ok((await sizeOf('tessera.db-wal')) < longest + 100 * 1_000_000)
  })

  test('[STO-1] after a snapshot, another process that opens the database still finds it in use', async () => {
    const { settings, db } = database
    const path = join(settings.dataDir, 'tessera.db')
    await db.snapshot(reader => read(reader, 'after'))
    await db.write(tx => put(tx, 'in the log'))
    using own = new DatabaseSync(path)
    const checkpoint = own.prepare('pragma wal_checkpoint(passive)')
    const copied = await pollUntil(
      async () => checkpoint.get(),
      state => state?.busy === 0,
    )
    const open = `const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(path)})`
    const use = `${open}; db.prepare('select count(*) from secrets').get()`
    await promisify(execFile)(process.execPath, ['--input-type=commonjs', '--eval', use])
    // The first process to open a database reads the log again, and treats none of it as copied.
    assert.deepEqual(own.prepare('pragma wal_checkpoint(noop)').get(), copied)
  })

  test('[STO-1] an otherwise idle process waits until the database is closed', async t => {
    const { settings, drop } = await emptyLocation()
    t.after(drop)
    const module = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href)
    const code = `
      import { setTimeout } from 'node:timers/promises'
      const { openDatabase } = await import(${module('open-database.ts')})
      const db = await openDatabase(${JSON.stringify(settings)})
      const row = { name: 'long', value: 'x'.repeat(20_000_000) }
      await db.write(tx => tx.insertInto('secrets').values(row).execute())
      await setTimeout(500)
      await db.close()
      console.log('closed')`
    const program = join(settings.dataDir, 'program.mjs')
    await writeFile(program, code)
    const { stdout } = await promisify(execFile)(process.execPath, [program])
    assert.equal(stdout, 'closed\n')
  })

  test('[STO-1] the database can be used and closed after the thread has ended', { timeout: 30_000 }, async t => {
    const { settings, drop } = await emptyLocation()
    t.after(drop)
    const started = once(process, 'worker')
    const db = await openDatabase(settings)
    const write = (name: string) => db.write(tx => put(tx, name, 'x'.repeat(8_000_000)))
    await write('before')
    const [worker] = await started
    await worker.terminate()
    await write('after')
    assert.equal((await read(db.read, 'after'))?.length, 8_000_000)
    await db.close()
  })

  test('[STO-1] commits copy the log if the thread cannot be started', async t => {
    const { settings, drop } = await emptyLocation()
    t.after(drop)
    const path = join(settings.dataDir, 'own.db')
    using writing = connectWriter(path)
    writing.exec('create table texts (text)')
    using reading = connectReader(path)
    const write = () => writing.prepare('insert into texts values (?)').run('x'.repeat(8_000_000))
    write()
    const { size } = await stat(path)
    const warnings: string[] = []
    t.mock.method(process, 'emitWarning', (warning: string) => warnings.push(warning))
    const elsewhere = join(settings.dataDir, 'no folder', 'own.db')
    const checkpoints = new Checkpoints({ path: elsewhere, reading, writing, runAlone: fn => fn() })
    checkpoints.schedule()
    await until(async () => warnings.length > 0)
    assert.match(warnings[0] as string, /^The thread that copies the log of SQLite has failed: .*unable to open/)
    write()
    assert.ok((await stat(path)).size > size + 8_000_000)
    await checkpoints.close()
  })
}
