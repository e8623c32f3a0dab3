// Whether a server could run here: settings, database, files and mail, a line each. Says what is wrong instead of failing.

import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../db/open-database.ts'
import { openDependencies } from '../dependencies.ts'
import { openMailer } from '../mail/mailer.ts'

export interface Report {
  readonly lines: readonly string[]
  readonly isInOrder: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

export async function runCheck(environment: Environment): Promise<Report> {
  const config = await look('settings', async () => {
    const found = readConfig(environment)
    return { found, says: 'each is one it can be' }
  })
  if (!config.found) return { lines: [config.line], isInOrder: false }
  const settings = config.found
  const looks = [
    config,
    await look('database', () => tryDatabase(settings)),
    await look('files', () => tryFiles(settings)),
    await look('mail', () => tryMail(settings)),
  ]
  return { lines: looks.map(one => one.line), isInOrder: looks.every(one => one.found !== null) }
}

interface Look<T> {
  readonly line: string
  /** Null where something is wrong. */
  readonly found: T | null
}

async function look<T>(what: string, act: () => Promise<{ found: T; says: string }>): Promise<Look<T>> {
  try {
    const { found, says } = await act()
    return { line: `${what}: ok, ${says}`, found }
  } catch (error) {
    return { line: `${what}: ${(error as Error).message}`, found: null }
  }
}

async function tryDatabase(config: Config) {
  const db = await openDatabase(config)
  try {
    await db.ping()
  } finally {
    await db.close()
  }
  const { databaseUrl, dataDir } = config
  return {
    found: true,
    says: databaseUrl ? `PostgreSQL at ${new URL(databaseUrl).host}` : resolve(dataDir, 'tessera.db'),
  }
}

/** Stores a file of its own, reads it back and removes it again. */
async function tryFiles(config: Config) {
  const { db, files } = await openDependencies(config)
  try {
    const content = randomBytes(32)
    const { hash } = await files.put(Readable.from([content]), { maxBytes: content.length })
    const read = await buffer(await files.open(hash))
    await files.remove(hash)
    if (!read.equals(content)) throw new Error('what is stored does not come back as it was')
  } finally {
    await db.close()
  }
  return {
    found: true,
    says: `kept in ${config.s3 ? `the bucket ${config.s3.bucket}` : resolve(config.dataDir, 'files')}`,
  }
}

/** Speaks with the mail server, or looks whether the folder can be written; no mail is sent. */
async function tryMail(config: Config) {
  const mailer = openMailer(config)
  try {
    return { found: true, says: await mailer.check() }
  } finally {
    await mailer.close()
  }
}
