// The server as an operator starts it: a process of its own on an empty data folder, known by what it prints.

import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { sparePort } from '../server/testing/server-process.ts'
import { removeFolder } from '../server/testing/test-database.ts'

export interface StartedServer {
  readonly url: string
  /** What it has printed until it was ready. */
  readonly printed: string
}

/** A spare port may be taken by somebody else before the server has it: then another will do. */
export async function startServer(): Promise<StartedServer> {
  for (;;) {
    try {
      return await startAt(await sparePort())
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
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  after(async () => {
    child.kill('SIGTERM')
    await ended
    await removeFolder(dataDir)
  })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (text: Buffer) => {
      printed += text
      if (/A token {8}/.test(printed)) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    ended.then(() => reject(new Error(`the server ended: ${printed}`)))
  })
  return { url: `http://localhost:${port}`, printed }
}
