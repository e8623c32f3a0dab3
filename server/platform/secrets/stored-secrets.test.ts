// Tests what is in the database with SECRET_KEY, and what happens when the key is set, changed, removed or wrong.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openApp } from '../../app.ts'
import { openDependencies } from '../../dependencies.ts'
import { readTables } from '../../testing/database-rows.ts'
import { receiver } from '../../testing/receiver.ts'
import { createPeople, startProcess } from '../../testing/server-process.ts'
import { emptyLocation, migratedLocation } from '../../testing/test-database.ts'
import { worldWith } from '../../testing/world.ts'
import { readConfig } from '../config/config.ts'
import type { DatabaseSettings } from '../db/open-database.ts'
import type { Database } from '../sql/database.ts'
import { readSealedColumn } from './sealed-column-store.ts'
import { sealedColumns } from './sealed-columns.ts'

const [first, second] = ['first key, long enough to be one', 'second key, long enough to be one']

const rowsOf = async (db: Database) =>
  Object.values(await readTables(db))
    .flat()
    .join('\n')

test('[STO-13] [LIS-9] with SECRET_KEY no key or webhook secret is stored in plain text, and both are used as before', async () => {
  const { ann, board, dependencies } = await worldWith({ secretKey: first })
  const hook = await receiver()
  const { id, secret = '' } = await ann.listeners.create({ workspaceId: board, url: hook.url, eventTypes: ['ALL'] })
  const { secret: rotated } = await ann.listeners.rotateSecret(id)
  await ann.notes.create(board, { text: 'hello' })
  const [event] = await hook.events(1)
  const { headers, text } = event as NonNullable<typeof event>
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const signatures = [rotated, secret].map(
    one =>
      `v1,${createHmac('sha256', Buffer.from(one.slice(6), 'base64'))
        .update(signed)
        .digest('base64')}`,
  )
  assert.equal(headers['webhook-signature'], signatures.join(' '))
  assert.equal((await ann.listeners.get(id)).listeners.secret, rotated)

  const rows = await rowsOf(dependencies.db)
  const clear = [secret, rotated, dependencies.fileKey.toString('base64url'), '"d":', '\\"d\\":']
  for (const one of clear) assert.ok(!rows.includes(one), one)
  assert.equal(await countUnsealed(dependencies.db), 0)
})

async function countUnsealed(db: Database): Promise<number> {
  let count = 0
  for (const column of sealedColumns)
    for await (const { value } of readSealedColumn(db.read, column)) if (!value.startsWith('sealed:1:')) count++
  return count
}

const configFor = (settings: DatabaseSettings, more: Record<string, string>) => ({
  ...readConfig({ LOG_LEVEL: 'silent', ...more }),
  ...settings,
  databaseUrl: settings.databaseUrl,
})

/** Starts an app on the database, and closes it again. */
async function startOnce(settings: DatabaseSettings, more: Record<string, string> = {}): Promise<void> {
  const dependencies = await openDependencies(configFor(settings, more))
  const app = await openApp(dependencies, pino({ level: 'silent' }), { hasWorker: false, hasProcessing: false })
  await app.close()
}

async function withDatabase<T>(settings: DatabaseSettings, run: (db: Database) => Promise<T>): Promise<T> {
  const { openDatabase } = await import('../db/open-database.ts')
  const db = await openDatabase(settings)
  try {
    return await run(db)
  } finally {
    await db.close()
  }
}

/** A migrated database with one value in each column, in plain text. */
async function filled(t: TestContext): Promise<DatabaseSettings> {
  const { settings, drop } = await migratedLocation()
  t.after(drop)
  await createPeople(settings)
  await withDatabase(settings, db =>
    db.write(async tx => {
      await sql`update users set totp_secret = 'totp in clear'`.execute(tx)
    }),
  )
  return settings
}

test('[STO-14] a start encrypts plain text, re-encrypts after a key change, and decrypts if the key is removed', async t => {
  const settings = await filled(t)
  const totp = () =>
    withDatabase(
      settings,
      async db => (await sql<{ totp_secret: string }>`select * from users`.execute(db.read)).rows[0],
    )
  const keyIdOf = async () => (await totp())?.totp_secret.split(':')[2]

  await startOnce(settings, { SECRET_KEY: first })
  assert.equal(await withDatabase(settings, countUnsealed), 0)
  const id = await keyIdOf()
  await startOnce(settings, { SECRET_KEY: second, SECRET_KEY_PREVIOUS: first })
  assert.equal(await withDatabase(settings, countUnsealed), 0)
  assert.notEqual(await keyIdOf(), id)
  await startOnce(settings, { SECRET_KEY: second })
  await startOnce(settings, { SECRET_KEY_PREVIOUS: second })
  assert.equal((await totp())?.totp_secret, 'totp in clear')
  await startOnce(settings)
})

test('[STO-14] a start without the right SECRET_KEY is refused with an error that names it, and changes nothing', async t => {
  const settings = await filled(t)
  await startOnce(settings, { SECRET_KEY: first })
  const before = await withDatabase(settings, rowsOf)
  for (const [more, message] of [
    [{}, /SECRET_KEY is not set/],
    [{ SECRET_KEY: second }, /encrypted with another key: set SECRET_KEY/],
    [{ SECRET_KEY: second, SECRET_KEY_PREVIOUS: `${second}, longer` }, /another key/],
  ] as [Record<string, string>, RegExp][]) {
    await assert.rejects(openDependencies(configFor(settings, more)), message)
    assert.equal(await withDatabase(settings, rowsOf), before)
  }
  await assert.rejects(startProcess(settings), /Tessera cannot start: the secrets in the database are encrypted/)
  assert.equal(await withDatabase(settings, rowsOf), before)
})

test('[STO-14] a new database is encrypted from its first start', async t => {
  const { settings, drop } = await emptyLocation()
  t.after(drop)
  await startOnce(settings, { SECRET_KEY: first })
  assert.equal(await withDatabase(settings, countUnsealed), 0)
  await assert.rejects(openDependencies(configFor(settings, {})), /SECRET_KEY/)
})
