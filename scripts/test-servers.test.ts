// Tests that the servers of a test run start, and stop with the process that started them, even if it was killed.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { projectRoot } from './project-files.ts'
import { startPostgres, startRedis } from './test-servers.ts'

for (const [name, start] of Object.entries({ startPostgres, startRedis })) {
  test(`${name}: the server accepts connections until it is stopped`, async () => {
    const server = await start()
    assert.equal(await acceptsConnections(server.url), true)
    await server.stop()
    assert.equal(await acceptsConnections(server.url), false)
  })

  test(`${name}: the server stops with a test run that is killed`, async () => {
    const run = spawn(
      process.execPath,
      ['-e', `import('./scripts/test-servers.ts').then(all => all.${name}()).then(one => console.log(one.url))`],
      { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const url = await firstLine(run)
    assert.equal(await acceptsConnections(url), true)
    run.kill('SIGKILL')
    while (await acceptsConnections(url)) await new Promise(resolve => setTimeout(resolve, 50))
  })
}

async function firstLine(run: ChildProcess): Promise<string> {
  const [text] = await once(run.stdout as NonNullable<typeof run.stdout>, 'data')
  return String(text).trim()
}

async function acceptsConnections(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
