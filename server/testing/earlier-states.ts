// Databases of earlier states of the project, each written by the server of its commit (`npm run earlier-state`): unpacked,
// put on the engine of the test, and opened with the server of today.

import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { emptyLocation, removeFolder, testEngine } from './test-database.ts'

/** What the archive says about its database. */
export interface KnownState {
  readonly owner: { readonly email: string; readonly password: string }
  readonly organization: number
  /** The uid of the workspace with objects of every kind and events of every type. */
  readonly board: string
  /** A request that was made with an Idempotency-Key, and its reply. */
  readonly repeatable: { readonly path: string; readonly key: string; readonly body: object; readonly reply: string }
  readonly application: { readonly client_id: string; readonly client_secret: string; readonly refresh_token: string }
}

export interface EarlierState {
  readonly known: KnownState
  readonly settings: Partial<Config> & Pick<Config, 'dataDir'>
  /** A backup that the server of that state has made. */
  readonly backup: string
  drop(): Promise<void>
}

const archives = join(import.meta.dirname, 'earlier-states')

/** The commits of the archives. */
export const earlierCommits = (await readdir(archives))
  .filter(name => name.endsWith('.tar.gz'))
  .map(name => name.slice(0, -'.tar.gz'.length))

export async function unpackState(commit: string): Promise<EarlierState> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-state-'))
  await promisify(execFile)('tar', ['-xzf', join(archives, `${commit}.tar.gz`), '-C', folder])
  const state = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8'))
  const { settings, drop } = await emptyLocation()
  await cp(join(folder, testEngine), settings.dataDir, { recursive: true })
  const ageMs = Date.now() - Date.parse(state.writtenAt)
  if (settings.databaseUrl)
    await load(settings.databaseUrl, toPresent(await readFile(join(folder, 'postgres.sql'), 'utf8'), ageMs))
  else makeYoung(join(settings.dataDir, 'tessera.db'), ageMs)
  return {
    known: state[testEngine],
    settings: { ...settings, publicUrl: state.publicUrl, secretKey: state.secretKey },
    backup: join(folder, 'backup'),
    async drop() {
      await drop()
      await removeFolder(folder)
    },
  }
}

/**
 * All times in a text, later by the age of the archive: so nothing has expired meanwhile, whenever the tests run. What
 * never expires has the year 9999.
 */
const toPresent = (text: string, ageMs: number): string =>
  text.replaceAll(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, time => new Date(Date.parse(time) + ageMs).toISOString())

function makeYoung(file: string, ageMs: number): void {
  const db = new DatabaseSync(file)
  db.function('to_present', { deterministic: true }, text => toPresent(String(text), ageMs))
  db.exec('begin')
  for (const { name, column } of db.prepare(textColumns).all())
    db.exec(`update "${name}" set "${column}" = to_present("${column}") where "${column}" glob '*T*:*:*.???Z*'`)
  db.exec('commit')
  db.close()
}

const textColumns = `
  select t.name, c.name as column from sqlite_schema t join pragma_table_info(t.name) c
  where t.type = 'table' and lower(c.type) = 'text'`

async function load(databaseUrl: string, statements: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
