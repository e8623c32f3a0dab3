// Tests `npm start`, the first of the two commands, like a new user runs it.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect } from '@tessera/client'

test('[ADR-7] npm start prints where to go, and the printed URLs work', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-start-'))
  const environment = { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', PUBLIC_URL: '' }
  const started = spawn('npm', ['start'], { cwd: join(import.meta.dirname, '..'), env: environment, detached: true })
  try {
    const url = await untilSaid(started.stdout, /running at (\S+)/)
    const health = await fetch(`${url}/health`)
    assert.deepEqual(await health.json(), { ok: true })
    assert.match(await (await fetch(url)).text(), /<title>/)
    await assert.rejects(connect({ url, token: 'none', retries: 0 }).users.me(), { status: 401 })
  } finally {
    process.kill(-(started.pid as number), 'SIGTERM')
    await new Promise(resolve => started.once('close', resolve))
    await rm(folder, { recursive: true, force: true })
  }
})

async function untilSaid(output: AsyncIterable<Buffer>, pattern: RegExp): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    const match = pattern.exec(text)
    if (match) return match[1] as string
  }
  throw new Error(`it ended after saying: ${text}`)
}
