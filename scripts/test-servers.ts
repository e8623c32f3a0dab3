// PostgreSQL and Redis servers for one run of the tests or benchmarks: empty, on free loopback ports, without durability
// by default. Each uses a temporary folder and stops with the run, even if the run is killed.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { requireProgram } from './test-programs.mjs'

export type TestServer = { url: string; stop: () => Promise<void> }

type Command = { prepare: string; serve: string[]; as?: string }

const startTimeoutMs = 60_000

// Standard input is closed by stop(), or by the system if the test run dies; that stops the server. The signal is sent
// until the server is gone, because a server that has just started may ignore the first one.
const watchdog = `
  folder=$(mktemp -d /tmp/tessera-server-XXXXXX) && cd "$folder" || exit 1
  trap 'cd / && rm -rf "$folder"' EXIT
  sh -c "$1" </dev/null || exit 1
  shift
  exec 3<&0
  "$@" 3<&- & server=$!
  (cat <&3; while kill -INT $server; do sleep 0.1; done) >/dev/null 2>&1 &
  wait $server`

/** With `isDurable`, every commit is synced, like in production. */
export function startPostgres({ isDurable = false } = {}): Promise<TestServer> {
  const programs = requireProgram('postgresql')
  return start(port => ({
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    prepare: `'${programs}/initdb' -D data -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null`,
    serve: [
      `${programs}/postgres`,
      '-D',
      'data',
      ...postgresSettings(port, isDurable).flatMap(setting => ['-c', setting]),
    ],
    as: process.getuid?.() === 0 ? 'postgres' : undefined,
  }))
}

export function startRedis(): Promise<TestServer> {
  const program = requireProgram('redis')
  return start(port => ({
    url: `redis://127.0.0.1:${port}`,
    prepare: 'true',
    serve: [program, '--bind', '127.0.0.1', '--port', `${port}`, '--save', '', '--appendonly', 'no'],
  }))
}

function postgresSettings(port: number, isDurable: boolean) {
  const address = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const speed = isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  return [...address, ...speed, 'shared_buffers=128MB', 'max_connections=300', 'log_min_messages=log', 'lc_messages=C']
}

/** Another process may take the free port before the server does, so a failed start is retried. */
async function start(command: (port: number) => Command & { url: string }): Promise<TestServer> {
  for (let triesLeft = 2; ; triesLeft--) {
    const { url, ...rest } = command(await freePort())
    try {
      return { url, stop: await launch(rest) }
    } catch (error) {
      if (!triesLeft) throw error
    }
  }
}

async function launch({ prepare, serve, as }: Command): Promise<() => Promise<void>> {
  const watched = ['sh', '-c', watchdog, 'sh', prepare, ...serve]
  const [program = '', ...args] = as ? ['runuser', '-u', as, '--', ...watched] : watched
  // The server runs in a separate session: Ctrl-C reaches the test run, but not the watchdog that cleans up after it.
  const child = spawn(program, args, { cwd: '/', detached: true, stdio: 'pipe' })
  child.stdin.on('error', () => {})
  const closed = once(child, 'close')
  const stop = async () => {
    child.stdin.end()
    await closed
  }
  let log = ''
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${serve[0]} took too long to start:\n${log}`)), startTimeoutMs)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => {
        log = (log + text).slice(-10_000)
        if (!/ready to accept connections/i.test(log)) return
        clearTimeout(timer)
        resolve()
      })
    }
    const fail = () => {
      clearTimeout(timer)
      reject(new Error(`${serve[0]} did not start:\n${log}`))
    }
    closed.then(fail, fail)
  })
  await ready.catch(async error => {
    await stop().catch(() => {})
    throw error
  })
  return stop
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1.')
  return address.port
}
