// An empty database of its own for a test, on the engine that TEST_ENGINE names: SQLite in a temporary folder, or a new
// database on the PostgreSQL of TEST_POSTGRES_URL. Either is copied from a template that is migrated once.

import { hash, randomBytes } from 'node:crypto'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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
  const place = await migratedPlace(engine)
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

/** Where a database can be opened whose tables are all there. */
export const migratedPlace = async (engine = testEngine): Promise<Place> =>
  engine === 'postgres' ? await postgresPlace(await knownTemplate()) : await copiedPlace()

/** Where a database can be opened: there are no tables as yet. */
export const newPlace = (engine = testEngine): Promise<Place> =>
  engine === 'postgres' ? postgresPlace('template1') : sqlitePlace()

async function sqlitePlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-test-'))
  return { settings: { dataDir }, drop: () => removeFolder(dataDir) }
}

/** More than once where need be: what a server that was killed had started may go on writing for a moment. */
export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 10 })

let sqliteTemplate: Promise<Buffer> | undefined

async function copiedPlace(): Promise<Place> {
  sqliteTemplate ??= migratedFile()
  const template = await sqliteTemplate
  const place = await sqlitePlace()
  await writeFile(databaseFile(place), template)
  return place
}

async function migratedFile(): Promise<Buffer> {
  const place = await sqlitePlace()
  await (await openDatabase(place.settings)).close()
  const bytes = await readFile(databaseFile(place))
  await place.drop()
  return bytes
}

const databaseFile = ({ settings }: Place) => join(settings.dataDir, 'tessera.db')

async function postgresPlace(template: string): Promise<Place> {
  const { settings, drop } = await sqlitePlace()
  const name = `tessera_test_${randomBytes(8).toString('hex')}`
  await administer(client => copyDatabase(client, template, name))
  return {
    settings: { ...settings, databaseUrl: urlOf(name) },
    async drop() {
      await drop()
      await administer(client => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

// Since PostgreSQL 15 every page is written to the log unless one says otherwise: twice the work, also when dropped.
async function copyDatabase(client: pg.Client, template: string, name: string): Promise<void> {
  const { rows } = await client.query(`select current_setting('server_version_num')::int as version`)
  const strategy = rows[0].version >= 150_000 ? 'strategy file_copy' : ''
  await client.query(`create database ${name} template ${template} ${strategy}`)
}

let postgresTemplate: Promise<string> | undefined

function knownTemplate(): Promise<string> {
  postgresTemplate ??= makeTemplate()
  return postgresTemplate
}

// Several test processes share the template: its name says which migrations it holds, and it gets that name when whole.
async function makeTemplate(): Promise<string> {
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
