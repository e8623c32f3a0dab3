// The server as an operator starts it: a process of its own on an empty data folder, known by what it prints.

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

export interface StartedServer {
  readonly url: string
  /** What it has printed until it was ready. */
  readonly printed: string
}

export async function startServer(): Promise<StartedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  const port = await sparePort()
  const { TEST_ENGINE, TEST_POSTGRES_URL, TEST_REDIS_URL, ...environment } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    env: { ...environment, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  after(async () => {
    child.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
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

async function sparePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}
