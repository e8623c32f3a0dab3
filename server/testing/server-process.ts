// The server in a child process, as in production, for tests in which two servers share a database or one is killed.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type Client, connect } from '@tessera/client'
import { openDependencies } from '../dependencies.ts'
import { readConfig } from '../platform/config/config.ts'
import type { DatabaseSettings } from '../platform/db/open-database.ts'
import { joinOrganization, newOrganization, newPerson, newPersonalToken } from './people.ts'

/** Tokens contain it, so every process on a database uses the same. */
const publicUrl = 'http://localhost:8080'

export interface ServerProcess {
  readonly url: string
  /** What it has printed so far. */
  readonly output: string
  /** Kills it without warning, like a power failure. */
  kill(): Promise<void>
  /** Freezes it, like a machine that is suspended. */
  freeze(): void
  /** Ends the freeze. */
  resume(): void
  /** Shuts it down and waits until it has ended. */
  stop(): Promise<void>
}

export interface LaunchedProcess extends ServerProcess {
  /** Resolves when it has started; rejects if it ends before that. */
  readonly started: Promise<void>
}

/** Retries with another port if the free port is taken before the server listens on it. */
export async function startProcess(
  settings: DatabaseSettings,
  more: Readonly<Record<string, string>> = {},
  root?: string,
): Promise<ServerProcess> {
  for (;;) {
    try {
      return await startAt(await findFreePort(), settings, more, root)
    } catch (error) {
      if (!String(error).includes('EADDRINUSE')) throw error
    }
  }
}

async function startAt(
  port: number,
  settings: DatabaseSettings,
  more: Readonly<Record<string, string>>,
  root: string | undefined,
): Promise<ServerProcess> {
  const launched = launchProcess(port, settings, more, root)
  await launched.started
  return launched
}

/** Does not wait until the server has started. `root`: the folder of another version of the project. */
export function launchProcess(
  port: number,
  { dataDir, databaseUrl }: DatabaseSettings,
  more: Readonly<Record<string, string>> = {},
  root = join(import.meta.dirname, '../..'),
): LaunchedProcess {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    PUBLIC_URL: publicUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    RATE_LIMIT_PER_MINUTE: '0',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'error',
    ...more,
  }
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], { env })
  const closed = once(child, 'close')
  let output = ''
  const ready = new Promise<void>(resolve => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        output += text
        if (output.includes('is running at')) resolve()
      })
  })
  const started = Promise.race([ready, closed.then(() => Promise.reject(new Error(`the server ended: ${output}`)))])
  started.catch(() => {})
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal)
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    get output() {
      return output
    },
    started,
    kill: end('SIGKILL'),
    freeze: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: end('SIGTERM'),
  }
}

export interface Token {
  readonly token: string
  /** A client for the server at this URL. */
  at(url: string): Client
}

/**
 * Creates people in a database on which no server runs yet: Ann owns the organization, and Bob is a User of it. Servers of
 * every version know personal tokens.
 */
export async function createPeople(
  settings: DatabaseSettings,
  { hasPersonalTokens = false } = {},
): Promise<{ ann: Token; bob: Token; organization: number; bobsEmail: string }> {
  const dependencies = await openDependencies({
    ...readConfig({ PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent' }),
    ...settings,
    databaseUrl: settings.databaseUrl,
  })
  const create = async (name: string) => {
    const known = await newPerson(dependencies, name)
    return hasPersonalTokens ? { ...known, token: await newPersonalToken(dependencies, known.id) } : known
  }
  const [ann, bob] = [await create('Ann'), await create('Bob')]
  const organization = await newOrganization(dependencies, ann.id)
  await joinOrganization(dependencies, organization, bob.id, 3)
  await dependencies.outbound.close()
  await dependencies.db.close()
  const person = ({ token }: { token: string }): Token => ({ token, at: url => connect({ url, token, retries: 0 }) })
  return { ann: person(ann), bob: person(bob), organization, bobsEmail: bob.email }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
