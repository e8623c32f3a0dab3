// An empty database of its own for a test, on the engine that TEST_ENGINE names: SQLite in a temporary folder, or a new
// database on the PostgreSQL of TEST_POSTGRES_URL, copied from a template that is migrated once.

import { hash, randomBytes } from 'node:crypto'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Database, Engine } from '../db/database.ts'
import { type DatabaseSettings, openDatabase } from '../db/open-database.ts'

interface Place {
  readonly settings: DatabaseSettings
  drop(): Promise<void>
}

export interface TestDatabase extends Place {
  readonly db: Database
}

export const testEngine: Engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

export async function testDatabase(engine = testEngine): Promise<TestDatabase> {
  const place = engine === 'postgres' ? await postgresPlace(await template()) : await sqlitePlace()
  const db = await openDatabase(place.settings)
  return {
    db,
    settings: place.settings,
    async drop() {
      await db.close()
      await place.drop()
    },
  }
}

/** Where a database can be opened: there are no tables as yet. */
export const newPlace = (engine = testEngine): Promise<Place> =>
  engine === 'postgres' ? postgresPlace('template1') : sqlitePlace()

async function sqlitePlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-test-'))
  return { settings: { dataDir }, drop: () => rm(dataDir, { recursive: true, force: true }) }
}

async function postgresPlace(template: string): Promise<Place> {
  const { settings, drop } = await sqlitePlace()
  const name = `tessera_test_${randomBytes(8).toString('hex')}`
  await administer(client => client.query(`create database ${name} template ${template}`))
  return {
    settings: { ...settings, databaseUrl: urlOf(name) },
    async drop() {
      await drop()
      await administer(client => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

// Several test processes share the template: its name says which migrations it holds, and it gets that name when whole.
async function template(): Promise<string> {
  const name = `tessera_template_${await hashOfMigrations()}`
  await administer(async client => {
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 1) return
    await client.query(`drop database if exists ${name}_unfinished`)
    await client.query(`create database ${name}_unfinished`)
    await (await openDatabase({ dataDir: tmpdir(), databaseUrl: urlOf(`${name}_unfinished`) })).close()
    await client.query(`alter database ${name}_unfinished rename to ${name}`)
  })
  return name
}

async function hashOfMigrations(): Promise<string> {
  const folder = join(import.meta.dirname, '../db/migrations')
  const files = (await Array.fromAsync(glob('*.ts', { cwd: folder }))).sort()
  const sources = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
  return hash('sha256', JSON.stringify(sources)).slice(0, 16)
}

async function administer<T>(act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(urlOf())
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

function urlOf(database?: string): string {
  const base = process.env.TEST_POSTGRES_URL
  if (!base) throw new Error('TEST_POSTGRES_URL must name a PostgreSQL server on which tests may make databases')
  const url = new URL(base)
  if (database) url.pathname = `/${database}`
  return url.href
}
