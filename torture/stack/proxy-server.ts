// HAProxy in front of the nodes: it takes a node out that is not ready, and then closes the connections to it.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requireProgram } from '../../scripts/test-programs.mjs'
import { freePort } from '../../scripts/test-servers.ts'
import { Program } from './program.ts'
import type { Reaper } from './reaper.ts'
import { isReady } from './server-node.ts'

export interface ProxyServer {
  readonly program: Program
  readonly url: string
}

export async function startProxyServer(
  folder: string,
  nodePorts: readonly number[],
  reaper: Reaper,
): Promise<ProxyServer> {
  const found = requireProgram('haproxy')
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configuration(port, nodePorts))
  const url = `http://127.0.0.1:${port}`
  const program = new Program(
    { name: 'haproxy', command: [found, '-db', '-f', file], cwd: folder, isReady: () => isReady(url) },
    reaper,
  )
  await program.start()
  return { program, url }
}

const configuration = (port: number, nodePorts: readonly number[]) => `global
  hard-stop-after 1s

defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 30s
  timeout tunnel 1h
  timeout check 1s
  option redispatch
  retries 2

frontend tessera
  bind 127.0.0.1:${port}
  default_backend nodes

backend nodes
  balance roundrobin
  option httpchk GET /health/ready?exclude=storage
  http-check expect status 200
  default-server check inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodePorts.map((nodePort, index) => `  server node-${index + 1} 127.0.0.1:${nodePort}`).join('\n')}
`
