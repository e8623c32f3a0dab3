// A separate PostgreSQL server, with every commit synced, for tests that restart it under a running server. It ends
// with the test process.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { removeFolder } from './test-database.ts'

export interface PrivatePostgres {
  readonly url: string
  /** Stops it immediately (SIGQUIT) and starts it again. */
  restart(): Promise<void>
  drop(): Promise<void>
}

/** Uses the same executables as the server at `sharedUrl`, which all tests share. */
export async function startPrivatePostgres(sharedUrl: string, port: number): Promise<PrivatePostgres> {
  const { programs, data_directory } = await readServerPaths(sharedUrl)
  const folder = await mkdtemp(join(tmpdir(), 'tessera-postgres-'))
  const { uid, gid } = await stat(data_directory)
  await chown(folder, uid, gid)
  const data = join(folder, 'data')
  const run = (program: string, args: readonly string[]) =>
    spawn(join(programs, program), args, { cwd: folder, uid, gid, stdio: ['ignore', 'ignore', 'pipe'] })
  const [status] = await once(
    run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']),
    'exit',
  )
  if (status !== 0) throw new Error('initdb failed')
  const start = () =>
    started(run('postgres', ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', '']))
  let server = await start()
  const stop = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGQUIT')
    await ended
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async restart() {
      await stop()
      server = await start()
    },
    async drop() {
      await stop()
      await removeFolder(folder)
    },
  }
}

async function readServerPaths(url: string): Promise<{ programs: string; data_directory: string }> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(
    `select (select setting from pg_config where name = 'BINDIR') as programs, current_setting('data_directory') as data_directory`,
  )
  await client.end()
  return rows[0]
}

async function started(server: ChildProcess): Promise<ChildProcess> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', text => {
      output += text
      if (output.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL ended: ${output}`)))
  })
  return server
}
