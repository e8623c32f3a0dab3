// Starts nginx, Caddy or HAProxy with the configuration of deploy/, changed only in addresses and certificates.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireProgram } from '../scripts/test-programs.mjs'
import { findFreePort } from '../server/testing/server-process.ts'
import { removeFolder } from '../server/testing/test-database.ts'
import { until } from '../server/testing/until.ts'

const deploy = join(import.meta.dirname, '../deploy')

interface Proxy {
  readonly file: string
  /** Each must occur: `[as in the file, in the test]`. */
  readonly replace: (port: number) => readonly (readonly [string | RegExp, string])[]
  readonly wrap?: (config: string, folder: string) => string
  readonly command: (path: string) => readonly [program: string, ...args: string[]]
}

export const proxies = {
  nginx: {
    file: 'nginx/tessera.conf',
    replace: port => [
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
      [/ {2}ssl_certificate .*\n {2}ssl_certificate_key .*\n/, ''],
    ],
    wrap: nginxMain,
    command: path => [requireProgram('nginx'), '-c', path],
  },
  caddy: {
    file: 'caddy/Caddyfile',
    replace: port => [['board.example.com {', `{\n\tadmin off\n}\n\nhttp://:${port} {`]],
    command: path => [requireProgram('caddy'), 'run', '--adapter', 'caddyfile', '--config', path],
  },
  haproxy: {
    file: 'haproxy/haproxy.cfg',
    replace: port => [[/bind :443 .*/, `bind 127.0.0.1:${port}`]],
    command: path => [requireProgram('haproxy'), '-db', '-f', path],
  },
} satisfies Record<string, Proxy>

/** The content of a distribution's nginx.conf around the file. */
function nginxMain(config: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder, name)};`,
  )
  return `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr;
events {}
http { access_log off; ${temporary.join(' ')}
${config}
}`
}

/** Returns the URL of the proxy and a function that stops it. */
export async function startProxy(name: keyof typeof proxies, upstream: string) {
  const { file, replace, command, wrap = (config: string) => config }: Proxy = proxies[name]
  const port = await findFreePort()
  const folder = await mkdtemp(join(tmpdir(), `tessera-${name}-`))
  let config = await readFile(join(deploy, file), 'utf8')
  for (const [from, to] of [...replace(port), ['127.0.0.1:8080', new URL(upstream).host] as const]) {
    const changed = config.replace(from, to)
    if (changed === config) throw new Error(`${file} lacks ${from}`)
    config = changed
  }
  const path = join(folder, 'config')
  await writeFile(path, wrap(config, folder))
  const [program, ...args] = command(path)
  const child = spawn(program, args, { env: { PATH: process.env.PATH, HOME: folder }, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
  const closed = once(child, 'close')
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`)
    return await isOpen(port)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL')
      await closed
      await removeFolder(folder)
    },
  }
}

const isOpen = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
