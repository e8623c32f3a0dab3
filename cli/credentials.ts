// The sign-ins that `login` stored: one for each server, in a file that only its owner may read. It is replaced as a whole
// and under a lock, so that two processes cannot lose each other's tokens.

import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Environment } from './command.ts'

export interface Credentials {
  /** The origin of the server. */
  readonly url: string
  readonly email: string
  readonly access_token: string
  readonly refresh_token: string
  /** In seconds since 1970. */
  readonly expires_at: number
  readonly scope: string
}

export interface StoredCredentials {
  /** The url of the server that commands call by default. */
  readonly current: string | null
  readonly servers: readonly Credentials[]
}

const nothing: StoredCredentials = { current: null, servers: [] }

/** Null if the environment names no folder for settings, as in a container without a home folder. */
export function credentialsFileOf(environment: Environment): string | null {
  const { XDG_CONFIG_HOME, APPDATA, HOME, USERPROFILE } = environment
  const home = HOME || USERPROFILE
  const folder = XDG_CONFIG_HOME || APPDATA || (home ? join(home, '.config') : null)
  return folder ? join(folder, 'tessera', 'credentials.json') : null
}

export async function readCredentials(file: string | null): Promise<StoredCredentials> {
  if (file === null) return nothing
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nothing
    throw error
  }
  const stored = parse(text)
  if (!stored) throw new Error(`${file} is damaged. Delete it, and sign in again with: tessera login`)
  return stored
}

function parse(text: string): StoredCredentials | null {
  try {
    const { current, servers } = JSON.parse(text) as StoredCredentials
    const isComplete = Array.isArray(servers) && servers.every(({ url, refresh_token }) => url && refresh_token)
    return isComplete ? { current: current ?? null, servers } : null
  } catch {
    return null
  }
}

/** The credentials of that server, or of the current one. */
export const findCredentials = ({ current, servers }: StoredCredentials, url: string | null): Credentials | undefined =>
  servers.find(one => one.url === (url ?? current))

/** Makes that server the current one. */
export const withCredentials = ({ servers }: StoredCredentials, added: Credentials): StoredCredentials => ({
  current: added.url,
  servers: [...servers.filter(({ url }) => url !== added.url), added],
})

export function withoutCredentials({ current, servers }: StoredCredentials, removed: string): StoredCredentials {
  const rest = servers.filter(({ url }) => url !== removed)
  return { current: current === removed ? (rest.at(-1)?.url ?? null) : current, servers: rest }
}

/** `change` gets what is stored now, and no other process can change it meanwhile. Returns what was stored. */
export async function updateCredentials(
  file: string | null,
  change: (stored: StoredCredentials) => StoredCredentials | Promise<StoredCredentials>,
): Promise<StoredCredentials> {
  if (file === null) throw new Error('There is no folder to store the sign-in. Set HOME or XDG_CONFIG_HOME.')
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const unlock = await lockFile(`${file}.lock`)
  try {
    const before = await readCredentials(file)
    const after = await change(before)
    if (after !== before) await replaceFile(file, `${JSON.stringify(after, null, 2)}\n`)
    return after
  } finally {
    await unlock()
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`
  try {
    const opened = await open(temporary, 'wx', 0o600)
    try {
      await opened.writeFile(text)
      await opened.sync()
    } finally {
      await opened.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Longer than a request for a token takes. A lock that is older belongs to a process that ended without removing it.
 */
const staleAfterMs = 45_000
const pauseMs = 50

/** Returns the function that unlocks. */
async function lockFile(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await (await open(path, 'wx', 0o600)).close()
      return () => rm(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      await removeIfStale(path)
      await wait(pauseMs)
    }
  }
}

async function removeIfStale(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found && Date.now() - found.mtimeMs > staleAfterMs) await rm(path, { force: true })
}
