// The lifecycle of a server process: read the settings, listen, open everything, wait for a signal, drain, close.

import { type AddressInfo, createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { HttpListener, openStartingApp, storePublicUrl } from './api/index.ts'
import { type App, openApp } from './app.ts'
import { openDependencies } from './dependencies.ts'
import { firstStart } from './first-start/index.ts'
import server from './package.json' with { type: 'json' }
import { type Config, readConfig, removedSettingWarnings } from './platform/config/index.ts'
import { createPrivateFiles, lockDataFolder, restrictDataFolder, untilReachable } from './platform/db/index.ts'
import { Readiness } from './platform/health/index.ts'
import { openLog } from './platform/logger.ts'
import { assetRoutes, errorPage } from './platform/pages/index.ts'

/**
 * The limit in addition to the drain wait. Together, a stop fits into the 30 seconds that Kubernetes gives by default.
 */
const closeLimitMs = 20_000

/** Runs until a signal arrives. Throws if the server cannot start. */
export async function serve(): Promise<void> {
  const startedAt = performance.now()
  const config = await withPort(readConfig(process.env))
  createPrivateFiles()
  const lock = lockDataFolder(config.dataDir)
  const log = openLog(config.logLevel, config.tracing !== undefined)
  for (const warning of removedSettingWarnings(process.env)) log.warn(warning)
  const signals = new StopSignals()
  signals.onNext(signal => {
    log.info({ signal }, 'stopping before startup was complete')
    process.exit(0)
  })
  const closing = new AbortController()
  restrictDataFolder(config.dataDir, closing.signal).catch(error =>
    log.warn(
      { err: error },
      'failed to restrict the file modes in DATA_DIR; other users may be able to read the files',
    ),
  )
  const readiness = new Readiness(log)
  const listener = await listen(config, log, readiness)
  const { dependencies, created } = await openData(config, log, readiness)
  const app = await openApp(dependencies, log, { readiness, listener })
  await app.http.ready()
  listener.serve(app.http)
  log.info({ ...startFields(config), duration_ms: msSince(startedAt) }, 'server started')
  printWelcome(config, created)
  const signal = await signals.next()
  closing.abort()
  readiness.phase = 'draining'
  listener.drain()
  if (signal === 'SIGTERM') await waitForProxies(config.drainSeconds, signals, log)
  signals.onNext(() => process.exit(1))
  await shutDown(app, signal, log)
  lock.release()
}

/** Listens at once, so that probes and clients learn that the server is starting. */
async function listen(config: Config, log: Logger, readiness: Readiness): Promise<HttpListener> {
  const { host, port, publicUrl } = config
  const pages = { routes: assetRoutes(), publicUrl, errorPage }
  const listener = new HttpListener(await openStartingApp({ ...config, log }, pages, readiness))
  try {
    await listener.listen(host, port)
    return listener
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'the port is in use (EADDRINUSE)' : message
    throw new Error(`cannot listen on HOST ${host}, PORT ${port}: ${reason}`, { cause: error })
  }
}

/** Opens the database and everything in it. Waits for PostgreSQL if it cannot be reached. */
async function openData(config: Config, log: Logger, readiness: Readiness) {
  const setPhase = (phase: Readiness['phase']) => () => {
    readiness.phase = phase
  }
  const open = async () => {
    const dependencies = await openDependencies(config, undefined, setPhase('migrating'))
    setPhase('starting')()
    try {
      await storePublicUrl(dependencies.db, config.publicUrl)
      return { dependencies, created: await firstStart(dependencies) }
    } catch (error) {
      await dependencies.db.close()
      throw error
    }
  }
  if (config.databaseUrl === undefined) return await open()
  return await untilReachable(open, { log, onWaiting: setPhase('waiting-for-database') })
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

/** Keeps serving until the proxies have noticed that /health/ready fails, or another signal arrives. */
async function waitForProxies(seconds: number, signals: StopSignals, log: Logger): Promise<void> {
  if (seconds === 0) return
  log.info(
    { DRAIN_SECONDS: seconds },
    `draining: serving for another ${seconds} s while /health/ready responds with 503`,
  )
  await Promise.race([delay(seconds * 1_000), signals.next()])
}

async function shutDown(app: App, signal: string, log: Logger): Promise<void> {
  const startedAt = performance.now()
  log.info({ signal }, 'shutting down: finishing requests in progress')
  const timer = setTimeout(() => {
    log.error({ duration_ms: msSince(startedAt) }, 'shutdown timed out; exiting with unfinished work')
    process.exit(1)
  }, closeLimitMs)
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

/**
 * The signals that stop the server. They are handled from the start: as the first process of a container it has no
 * default handler.
 */
class StopSignals {
  #handle: (signal: string) => void = () => {}

  constructor() {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#handle(signal))
  }

  onNext(handle: (signal: string) => void): void {
    this.#handle = handle
  }

  next(): Promise<string> {
    return new Promise(resolve => this.onNext(resolve))
  }
}

function printWelcome(config: Config, created: { email: string; password: string | null } | null): void {
  const url = config.publicUrl
  const lines = [
    '',
    `  Tessera is running at ${url}`,
    `  Sign in        ${url}/sign-in`,
    `  API reference  ${url}/docs`,
  ]
  if (created) {
    const { email, password } = created
    lines.push(`  Account        ${email}${password ? `  with the password  ${password}  (shown only once)` : ''}`)
    lines.push(`  Access token   ${tokenCommand(config, email)}`)
  }
  console.log([...lines, ''].join('\n'))
}

/**
 * The command for another terminal, in which the settings of this process may be missing. DATABASE_URL may contain a
 * password.
 */
function tokenCommand({ dataDir, databaseUrl }: Config, email: string): string {
  const folder = resolve(dataDir)
  const setting = databaseUrl === undefined && folder !== resolve('data') ? `DATA_DIR=${shellWord(folder)} ` : ''
  const note = databaseUrl === undefined ? '' : '  (with the DATABASE_URL and DATA_DIR of this server)'
  return `${setting}npm run -s tessera -- token --email ${email}${note}`
}

const shellWord = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
