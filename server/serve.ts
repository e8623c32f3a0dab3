// Environment to config to app, listen, wait for a signal, drain, close.

import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { openApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { lockDataFolder } from './db/data-folder.ts'
import { openDependencies } from './dependencies.ts'
import { firstStart } from './first-start/first-start.ts'
import { keepServedAddress } from './installation/served-address.ts'

const drainMs = 25_000

/** Runs until a signal comes. Throws where it cannot start. */
export async function serve(): Promise<void> {
  const config = await withPort(readConfig(process.env))
  const lock = lockDataFolder(config.dataDir)
  const log = pino({ level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] })
  const parts = await openDependencies(config)
  await keepServedAddress(parts.db, config.publicUrl)
  const made = await firstStart(parts)
  const app = await openApp(parts, log)
  await app.http.listen({ port: config.port, host: config.host })
  greet(config.publicUrl, made)
  await signal()
  const late = setTimeout(() => process.exit(1), drainMs)
  late.unref()
  await app.close()
  lock.release()
}

/** A free port is taken before anything else, because the service must know its own address. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config
  const port = await freePort(config.host)
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0$/, `:${port}`) }
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

function signal(): Promise<void> {
  return new Promise(resolve => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}

function greet(url: string, made: { email: string; password: string | null } | null): void {
  const lines = [
    '',
    `  Tessera is running at ${url}`,
    `  Sign in        ${url}/sign-in`,
    `  API reference  ${url}/docs`,
  ]
  if (made) {
    lines.push(
      `  Signed up      ${made.email}${made.password ? `  with the password  ${made.password}  (shown only now)` : ''}`,
    )
    lines.push(`  A token        npm run -s tessera -- token --email ${made.email}`)
  }
  console.log([...lines, ''].join('\n'))
}
