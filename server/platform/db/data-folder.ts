// The folder with the embedded database, files and mail, and its lock: only one server at a time uses it. Operator
// commands take no lock and can run beside the server.

import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './unavailable.ts'

/**
 * Returns a message that names what is missing where the settings look for the data of a server, or null if it is
 * there. Creates nothing.
 */
export function describeMissingData(settings: {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** Undefined if files are stored in dataDir. */
  readonly s3?: unknown
}): string | null {
  const folder = resolve(settings.dataDir)
  if (settings.databaseUrl === undefined)
    return existsSync(join(folder, 'tessera.db')) ? null : `there is no database in DATA_DIR ${folder}`
  return settings.s3 !== undefined || existsSync(folder) ? null : `DATA_DIR ${folder} does not exist`
}

export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Error(`DATA_DIR ${resolve(dataDir)} cannot be created: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Throws if another server has locked the folder. The operating system releases the lock however the process ends. */
export function lockDataFolder(dataDir: string): { release(): void } {
  makeDataFolder(dataDir)
  const lock = takeLock(dataDir)
  held.add(lock)
  return {
    release() {
      if (held.delete(lock)) lock.close()
    },
  }
}

// Keeps the connection from being garbage-collected, which would release the lock.
const held = new Set<DatabaseSync>()

function takeLock(dataDir: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    throw new Error(refusal(resolve(dataDir), error), { cause: error })
  }
}

const refusal = (folder: string, error: unknown) =>
  isBusy(error)
    ? `another server is running on DATA_DIR ${folder}: stop it, or set DATA_DIR to another folder`
    : `DATA_DIR ${folder} cannot be locked: ${(error as Error).message}`
