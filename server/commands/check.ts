// Whether a server could run here: settings, database, files and mail, a line each. Says what is wrong instead of failing.

import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { openParts, type Parts } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { openMailer } from '../mail/mailer.ts'

export interface Report {
  readonly lines: readonly string[]
  readonly isInOrder: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

export async function check(environment: Environment): Promise<Report> {
  const lines: string[] = []
  let isInOrder = true
  const look = async <T>(what: string, act: () => Promise<{ found: T; says: string }>): Promise<T | null> => {
    try {
      const { found, says } = await act()
      lines.push(`${what}: ok, ${says}`)
      return found
    } catch (error) {
      isInOrder = false
      lines.push(`${what}: ${(error as Error).message}`)
      return null
    }
  }
  const config = await look('settings', async () => ({ found: readConfig(environment), says: 'each is one it can be' }))
  if (!config) return { lines, isInOrder }
  const parts = await look('database', () => openDatabaseOf(config))
  if (parts) await look('files', () => tryFiles(parts))
  await look('mail', () => tryMail(config))
  await parts?.db.close()
  return { lines, isInOrder }
}

async function openDatabaseOf(config: Config) {
  const parts = await openParts(config)
  await parts.db.ping()
  const where = config.databaseUrl
    ? `PostgreSQL at ${new URL(config.databaseUrl).host}`
    : join(config.dataDir, 'tessera.db')
  return { found: parts, says: where }
}

/** Stores a file of its own, reads it back and removes it again. */
async function tryFiles({ files, config }: Parts) {
  const content = randomBytes(32)
  const { hash } = await files.put(
    (async function* () {
      yield content
    })(),
    { maxBytes: content.length },
  )
  const read = Buffer.concat(await Array.fromAsync(await files.open(hash)))
  await files.remove(hash)
  if (!read.equals(content)) throw new Error('what is stored does not come back as it was')
  return { found: true, says: `kept in ${resolve(config.dataDir, 'files')}` }
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
