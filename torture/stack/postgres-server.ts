// PostgreSQL in a separate process with every commit synced, which can be stopped at any moment.

import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { requireProgram } from '../../scripts/test-programs.mjs'
import { freePort } from '../../scripts/test-servers.ts'
import { Program } from './program.ts'
import type { Reaper } from './reaper.ts'

export interface PostgresServer {
  readonly program: Program
  readonly port: number
  readonly url: string
  /** Ends every connection except its own. Rejects while the server is down. */
  terminateBackends(): Promise<void>
}

export async function startPostgresServer(folder: string, reaper: Reaper): Promise<PostgresServer> {
  const programs = requireProgram('postgresql')
  const [home, data] = [join(folder, 'postgres'), join(folder, 'postgres', 'data')]
  mkdirSync(home)
  const owner = process.getuid?.() === 0 ? postgresUser() : null
  if (owner) chownSync(home, owner.uid, owner.gid)
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  const made = spawnSync(join(programs, 'initdb'), initdb, { cwd: home, ...owner, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  const program = new Program(
    {
      name: 'postgres',
      command: [
        join(programs, 'postgres'),
        '-D',
        data,
        '-p',
        String(port),
        ...options.flatMap(option => ['-c', option]),
      ],
      cwd: home,
      ...owner,
      isReady: () =>
        query(url, 'select 1').then(
          () => true,
          () => false,
        ),
    },
    reaper,
  )
  await program.start()
  const terminate =
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null'
  return { program, port, url, terminateBackends: async () => void (await query(url, terminate)) }
}

export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** PostgreSQL refuses to run as root. */
function postgresUser(): { uid: number; gid: number } {
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
