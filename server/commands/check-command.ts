// Checks whether a server could run on these settings: one line each for settings, database, jobs, Redis, files, disk, mail
// and single sign-on. A failed check becomes a line that names what is wrong.

import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { openMailer } from '../accounts/mail/index.ts'
import { openDependencies } from '../dependencies.ts'
import { type Config, type OidcConfig, readConfig } from '../platform/config/index.ts'
import { describeMissingData, listUnfinishedSteps, openDatabase } from '../platform/db/index.ts'
import { countByName } from '../platform/jobs/index.ts'
import { openSealedSecrets, requireSecretKey } from '../platform/secrets/index.ts'
import type { Reader } from '../platform/sql/index.ts'
import { openProvider } from '../sign-in/index.ts'

export interface Report {
  readonly lines: readonly string[]
  readonly isInOrder: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

export async function runCheck(environment: Environment): Promise<Report> {
  const settings = await attempt('settings', async () => ({ value: readConfig(environment), detail: 'all valid' }))
  if (!settings.value) return { lines: [settings.line], isInOrder: false }
  const config = settings.value
  const missing = describeMissingData(config)
  const results = [
    settings,
    ...(missing === null ? await checkData(config) : [newData(missing)]),
    ...(config.redisUrl === undefined ? [] : [await attempt('Redis', () => checkRedis(config))]),
    ...(missing !== null && config.smtpUrl === undefined ? [] : [await attempt('mail', () => checkMail(config))]),
    ...(config.oidc === undefined
      ? []
      : [await attempt('single sign-on', () => checkProvider(config.oidc as OidcConfig, config.publicUrl))]),
  ]
  return { lines: results.map(({ line }) => line), isInOrder: results.every(({ value }) => value !== null) }
}

async function checkData(config: Config): Promise<Result<boolean>[]> {
  const database = await attempt('database', () => checkDatabase(config))
  return [
    database,
    ...(database.value ? [await attempt('jobs', () => checkJobs(config))] : []),
    await attempt('files', () => checkFiles(config)),
    await attempt('disk', () => checkDisk(config)),
  ]
}

/** Nothing is created: the folder may not be that of the server. */
const newData = (missing: string): Result<boolean> => ({
  line: `database: ok, ${missing}; the first start of a server creates it`,
  value: true,
})

interface Result<T> {
  readonly line: string
  /** Null if the check failed. */
  readonly value: T | null
}

async function attempt<T>(what: string, run: () => Promise<{ value: T; detail: string }>): Promise<Result<T>> {
  try {
    const { value, detail } = await run()
    return { line: `${what}: ok, ${detail}`, value }
  } catch (error) {
    return { line: `${what}: ${(error as Error).message}`, value: null }
  }
}

async function checkDatabase(config: Config) {
  const sealedSecrets = openSealedSecrets(config)
  const db = await openDatabase(config, { check: reader => requireSecretKey(reader, sealedSecrets) })
  try {
    await db.ping()
    const { databaseUrl, dataDir } = config
    const place = databaseUrl ? `PostgreSQL at ${new URL(databaseUrl).host}` : resolve(dataDir, 'tessera.db')
    return { value: true, detail: [place, ...(await describeUnfinishedSteps(db.read))].join('; ') }
  } finally {
    await db.close()
  }
}

/** The background steps that migrations have left. Running servers execute them. */
async function describeUnfinishedSteps(db: Reader): Promise<string[]> {
  const steps = await listUnfinishedSteps(db)
  return steps.map(({ name, rows_done, started_at }) => {
    const progress = started_at === null ? 'not started' : `${rows_done} rows so far, since ${started_at}`
    return `background step ${name} of a migration: ${progress}`
  })
}

/** Failed jobs are reported, but are not a failure: the server runs with them. */
async function checkJobs(config: Config) {
  const db = await openDatabase(config)
  try {
    const counts = await countByName(db.read, new Date().toISOString())
    const sum = (state: 'waiting' | 'retrying' | 'running' | 'dead') =>
      counts.reduce((total, one) => total + Number(one[state]), 0)
    const failed = sum('dead')
    const shown = `${sum('waiting') + sum('retrying')} waiting, ${sum('running')} running, ${failed} failed`
    return { value: true, detail: failed > 0 ? `${shown}; \`jobs failed\` lists the reasons` : shown }
  } finally {
    await db.close()
  }
}

async function checkDisk({ dataDir, minFreeDiskBytes }: Config) {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const megabytes = (count: number) => `${Math.round((count * bsize) / 1_000_000)} MB`
  const detail = `${megabytes(bavail)} of ${megabytes(blocks)} free in ${resolve(dataDir)}`
  if (bavail * bsize < minFreeDiskBytes)
    throw new Error(`only ${detail}; a server with less than DISK_MIN_FREE_BYTES is not ready`)
  return { value: true, detail }
}

async function checkRedis({ redisUrl: url = '', databaseUrl }: Config) {
  const { pingRedis } = await import('../platform/redis/ping-redis.ts')
  const meanwhile =
    databaseUrl === undefined
      ? 'the server works without it'
      : 'until it does, PostgreSQL carries the messages between servers, and each server applies rate limits on its own'
  await pingRedis(url).catch(error => {
    throw new Error(`${error.message}; ${meanwhile}`, { cause: error })
  })
  return { value: true, detail: `Redis at ${new URL(url).host}` }
}

/** Stores a file, reads it back and deletes it. */
async function checkFiles(config: Config) {
  const { db, files } = await openDependencies(config)
  try {
    const content = randomBytes(32)
    const { hash } = await files.put(Readable.from([content]), { maxBytes: content.length })
    const read = await buffer(await files.open(hash))
    await files.remove(hash)
    if (!read.equals(content)) throw new Error('a stored file was read back with different content')
  } finally {
    await db.close()
  }
  const { s3, dataDir } = config
  return { value: true, detail: `stored in ${s3 ? `the bucket ${s3.bucket}` : resolve(dataDir, 'files')}` }
}

/** Reads the metadata of the provider. Whether it accepts the client shows only when a user signs in. */
async function checkProvider(settings: OidcConfig, publicUrl: string) {
  const provider = openProvider(settings, publicUrl)
  const { issuer } = await provider.readKeys()
  return { value: true, detail: `${issuer}, which must know the redirect URI ${provider.redirectUri}` }
}

/** Connects to the mail server, or checks that the folder is writable. Sends no mail. */
async function checkMail(config: Config) {
  const mailer = openMailer(config)
  try {
    return { value: true, detail: await mailer.check() }
  } finally {
    await mailer.close()
  }
}
