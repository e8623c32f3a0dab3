// The life of a server process: read the settings, open everything, listen, wait for a signal, drain, close.

import { type AddressInfo, createServer } from 'node:net'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { type App, openApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { lockDataFolder } from './db/data-folder.ts'
import { createPrivateFiles, restrictDataFolder } from './db/restrict-data-folder.ts'
import { openDependencies } from './dependencies.ts'
import { firstStart } from './first-start/first-start.ts'
import { storePublicUrl } from './installation/stored-public-url.ts'
import { openLog } from './logger.ts'
import server from './package.json' with { type: 'json' }

const drainMs = 25_000

/** Runs until a signal arrives. Throws if the server cannot start. */
export async function serve(): Promise<void> {
  const startedAt = performance.now()
  const config = await withPort(readConfig(process.env))
  createPrivateFiles()
  const lock = lockDataFolder(config.dataDir)
  const log = openLog(config.logLevel)
  const closing = new AbortController()
  restrictDataFolder(config.dataDir, closing.signal).catch(error =>
    log.warn({ err: error }, 'failed to restrict the modes of files in DATA_DIR; others may be able to read them'),
  )
  const dependencies = await openDependencies(config)
  await storePublicUrl(dependencies.db, config.publicUrl)
  const created = await firstStart(dependencies)
  const app = await openApp(dependencies, log)
  await listen(app, config)
  log.info({ ...startFields(config), duration_ms: msSince(startedAt) }, 'server started')
  printWelcome(config.publicUrl, created)
  const signal = await receiveSignal()
  closing.abort()
  await shutDown(app, signal, log)
  lock.release()
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.http.listen({ port, host })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'the port is in use (EADDRINUSE)' : message
    throw new Error(`cannot listen on HOST ${host}, PORT ${port}: ${reason}`, { cause: error })
  }
}

const startFields = ({ host, port, publicUrl, dataDir, databaseUrl, redisUrl, s3 }: Config) => ({
  version: server.version,
  node: process.version,
  engine: databaseUrl === undefined ? 'sqlite' : 'postgres',
  HOST: host,
  PORT: port,
  PUBLIC_URL: publicUrl,
  DATA_DIR: resolve(dataDir),
  redis: redisUrl !== undefined,
  files: s3 ? 's3' : 'disk',
})

async function shutDown(app: App, signal: string, log: Logger): Promise<void> {
  const startedAt = performance.now()
  log.info({ signal }, 'shutting down: finishing requests in progress')
  const timer = setTimeout(() => {
    log.error({ duration_ms: msSince(startedAt) }, 'shutdown timed out; exiting with work unfinished')
    process.exit(1)
  }, drainMs)
  timer.unref()
  await app.close()
  log.info({ duration_ms: msSince(startedAt) }, 'drained; exiting')
}

const msSince = (start: number) => Math.round(performance.now() - start)

/** With PORT=0 a free port is chosen first, because the server must know its own address. */
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

function receiveSignal(): Promise<string> {
  return new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })
}

function printWelcome(url: string, created: { email: string; password: string | null } | null): void {
  const lines = [
    '',
    `  Tessera is running at ${url}`,
    `  Sign in        ${url}/sign-in`,
    `  API reference  ${url}/docs`,
  ]
  if (created) {
    const { email, password } = created
    lines.push(`  Account        ${email}${password ? `  with the password  ${password}  (shown only once)` : ''}`)
    lines.push(`  Access token   npm run -s tessera -- token --email ${email}`)
  }
  console.log([...lines, ''].join('\n'))
}
