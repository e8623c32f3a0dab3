// Creates an empty database for a test, on the engine in TEST_ENGINE: SQLite in a temporary folder, or a new database on
// the PostgreSQL server at TEST_POSTGRES_URL. Both are copied from a template that is migrated once.

import { hash, randomBytes } from 'node:crypto'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type DatabaseSettings, openDatabase } from '../platform/db/open-database.ts'
import type { Database, Engine } from '../platform/sql/database.ts'
import { recordStatements } from './record-statements.ts'

export interface DatabaseLocation {
  readonly settings: DatabaseSettings
  drop(): Promise<void>
}

export interface TestDatabase extends DatabaseLocation {
  readonly db: Database
}

export const testEngine: Engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

// Set by the test run if it compares the engines.
if (process.env.TEST_STATEMENTS) recordStatements(process.env.TEST_STATEMENTS)

export async function testDatabase(engine = testEngine): Promise<TestDatabase> {
  const location = await migratedLocation(engine)
  const db = await openDatabase(location.settings)
  return {
    db,
    settings: location.settings,
    async drop() {
      await db.close()
      await location.drop()
    },
  }
}

/** The settings of a database that is already migrated. */
export const migratedLocation = async (engine = testEngine): Promise<DatabaseLocation> =>
  engine === 'postgres' ? await postgresLocation(await knownTemplate()) : await copiedLocation()

/** The settings of a database without tables. */
export const emptyLocation = (engine = testEngine): Promise<DatabaseLocation> =>
  engine === 'postgres' ? postgresLocation('template1') : sqliteLocation()

async function sqliteLocation(): Promise<DatabaseLocation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-test-'))
  return { settings: { dataDir }, drop: () => removeFolder(dataDir) }
}

/** With retries: child processes of a killed server may still write to the folder for a moment. */
export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 10 })

let sqliteTemplate: Promise<Buffer> | undefined

async function copiedLocation(): Promise<DatabaseLocation> {
  sqliteTemplate ??= migratedFile()
  const template = await sqliteTemplate
  const location = await sqliteLocation()
  await writeFile(databaseFile(location), template)
  return location
}

async function migratedFile(): Promise<Buffer> {
  const location = await sqliteLocation()
  await (await openDatabase(location.settings)).close()
  const bytes = await readFile(databaseFile(location))
  await location.drop()
  return bytes
}

const databaseFile = ({ settings }: DatabaseLocation) => join(settings.dataDir, 'tessera.db')

async function postgresLocation(template: string): Promise<DatabaseLocation> {
  const { settings, drop } = await sqliteLocation()
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

// The default strategy since PostgreSQL 15 writes every page to the WAL, which takes twice as long.
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

// Test processes share the template. Its name contains a hash of the migrations, and it gets the name when it is complete.
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
  const folder = join(import.meta.dirname, '../platform/db/migrations')
  const files = (await Array.fromAsync(glob('*.ts', { cwd: folder }))).sort()
  const sources = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')))
  return hash('sha256', JSON.stringify(sources)).slice(0, 16)
}

async function administer<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(urlOf())
  await client.connect()
  try {
    return await run(client)
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
