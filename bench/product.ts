// Starts Tessera as an operator would, on its own database, with a token and a client to fill it.

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Client, connect } from '@tessera/client'
import pg from 'pg'
import { freePort } from '../scripts/test-servers.ts'
import { type MeasuredServer, startServer } from './processes.ts'

export type Engine = 'sqlite' | 'postgres'
export const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

export interface Product extends MeasuredServer {
  readonly token: string
  readonly client: Client
  readonly organization: number
  /** Its settings, also for the commands of an operator. */
  readonly environment: Readonly<Record<string, string>>
  /** Starts it again on the same data after it was stopped. */
  restart(): Promise<Product>
  /** Starts another node on the same PostgreSQL. */
  startNode(): Promise<MeasuredServer>
  /** Stops it and removes its data. */
  drop(): Promise<void>
}

/** What a checkout runs: the server with the same arguments as in `npm start`, and the commands of an operator. */
export interface Program {
  readonly args: readonly string[]
  readonly commands: string
}

export const programOf = (checkout = join(import.meta.dirname, '..')): Program => ({
  args: ['--import', ...['scripts/compile-cache.mjs', 'server/main.ts'].map(path => join(checkout, path))],
  commands: join(checkout, 'server/cli.ts'),
})

const email = 'bench@example.com'

/** `postgresUrl` is a server on which databases may be created, `more` are further settings. */
export async function startProduct(
  engine: Engine,
  postgresUrl: string,
  more: Readonly<Record<string, string>> = {},
  { args, commands } = programOf(),
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-bench-'))
  const database = engine === 'postgres' ? await newDatabase(postgresUrl) : undefined
  const port = await freePort()
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: '',
    DATA_DIR: dataDir,
    DATABASE_URL: database ?? '',
    ADMIN_EMAIL: email,
    DEMO: '0',
    // One user and one receiver stand for many.
    RATE_LIMIT_PER_MINUTE: '0',
    CONCURRENT_REQUESTS_PER_USER: '0',
    DELIVERIES_PER_HOST: '0',
    SOCKETS_PER_USER: '0',
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    ...more,
  }
  const first = await startServer(args, { port, env })
  const token = await newToken(commands, env)
  const client = connect({ url: `http://127.0.0.1:${port}`, token, timeoutMs: 300_000 })
  const { organizations } = await client.users.listOrganizations('me')
  const access = { token, client, organization: organizations[0]?.id as number, environment: env }
  const running = (server: MeasuredServer): Product => ({
    ...server,
    ...access,
    restart: async () => running(await startServer(args, { port, env })),
    async startNode() {
      const nodePort = await freePort()
      const nodeDir = await mkdtemp(join(dataDir, 'node-'))
      return await startServer(args, { port: nodePort, env: { ...env, PORT: String(nodePort), DATA_DIR: nodeDir } })
    },
    async drop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  })
  return running(first)
}

export async function newWorkspace({ client, organization }: Product, name: string): Promise<string> {
  const { workspace } = await client.workspaces.create(organization, { name })
  return workspace.properties.uid
}

async function newToken(commands: string, env: Readonly<Record<string, string>>): Promise<string> {
  const ran = await promisify(execFile)(process.execPath, [commands, 'token', '--email', email], {
    env: { ...process.env, ...env },
  })
  return ran.stdout.trim()
}

/** The database is removed with the run's PostgreSQL server. */
export async function newDatabase(postgresUrl: string): Promise<string> {
  const name = `bench_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(postgresUrl)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return url.href
}
