// Starts the server like an operator would: as a separate process on an empty data folder. Its URL and token are read
// from its output.

import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { findFreePort } from '../server/testing/server-process.ts'
import { removeFolder } from '../server/testing/test-database.ts'

export interface StartedServer {
  readonly url: string
  /** The output until it was ready. */
  readonly printed: string
}

/** Another process may take the free port before the server does: then another one is tried. */
export async function startServer(): Promise<StartedServer> {
  for (;;) {
    try {
      return await startAt(await findFreePort())
    } catch (error) {
      if (!String(error).includes('EADDRINUSE')) throw error
    }
  }
}

async function startAt(port: number): Promise<StartedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  const { TEST_ENGINE, TEST_POSTGRES_URL, TEST_REDIS_URL, ...environment } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    env: { ...environment, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  after(async () => {
    child.kill('SIGTERM')
    await exited
    await removeFolder(dataDir)
  })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    const read = (text: Buffer) => {
      printed += text
      if (/Access token /.test(printed)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    exited.then(() => reject(new Error(`the server exited: ${printed}`)))
  })
  return { url: `http://localhost:${port}`, printed }
}
