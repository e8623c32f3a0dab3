// HAProxy in front of several servers, as an operator configures it: it probes readiness, and retries only connections that
// could not be made, because a request that was sent may have taken effect.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './server-process.ts'
import { removeFolder } from './test-database.ts'
import { pollUntil } from './until.ts'

export interface Haproxy {
  readonly url: string
  /** Waits until this many servers get requests. */
  untilUp(servers: number): Promise<void>
  close(): Promise<void>
}

export async function startHaproxy(urls: readonly string[], probedPath: string): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-haproxy-'))
  const port = await findFreePort()
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configuration(port, urls, probedPath))
  // Debian installs it in a folder that is not on everyone's PATH.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore', env })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    async untilUp(servers) {
      await pollUntil(
        () => countUp(url),
        up => up === servers,
      )
    },
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await removeFolder(folder)
    },
  }
}

const configuration = (port: number, urls: readonly string[], probedPath: string) => `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 3s
  retries 3
  option redispatch
frontend public
  bind 127.0.0.1:${port}
  stats enable
  stats uri /haproxy-stats
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk
  http-check send meth GET uri ${probedPath}
  default-server check inter 300ms fall 1 rise 1
${urls.map((url, index) => `  server node${index} ${new URL(url).host}`).join('\n')}
`

/** How many servers of the backend get requests; 0 if HAProxy does not respond yet. */
async function countUp(url: string): Promise<number> {
  try {
    const table = await (await fetch(`${url}/haproxy-stats;csv`)).text()
    return table.split('\n').filter(line => /^nodes,node\d/.test(line) && line.split(',')[17] === 'UP').length
  } catch {
    return 0
  }
}
