// The lock of setup: one at a time, and none for ever.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'

const checkout = mkdtempSync(join(tmpdir(), 'tessera-lock-'))
after(() => rmSync(checkout, { recursive: true }))

/** Holds the lock of the same checkout, says so, and lets go when its standard input ends. */
function holder(): ChildProcess {
  const lock = JSON.stringify(join(import.meta.dirname, 'setup-lock.mjs'))
  const code = `import(${lock}).then(async ({ holdSetupLock }) => {
    const release = holdSetupLock(console.error)
    console.log('held')
    for await (const _ of process.stdin);
    console.log('released')
    release()
  })`
  return spawn(process.execPath, ['-e', code], { cwd: checkout, stdio: 'pipe' })
}

function streams(child: ChildProcess) {
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('no streams')
  return { stdin, stdout, stderr }
}

test('the second waits until the first lets go', async () => {
  const first = holder()
  await once(streams(first).stdout, 'data')
  const second = holder()
  const [waiting] = await once(streams(second).stderr, 'data')
  assert.match(String(waiting), /Waiting for another setup/)
  streams(first).stdin.end()
  const [held] = await once(streams(second).stdout, 'data')
  assert.match(String(held), /held/)
  streams(second).stdin.end()
  assert.deepEqual(await once(second, 'exit'), [0, null])
})

test('the lock of one that was killed is taken over, by one of several', async () => {
  const killed = holder()
  await once(streams(killed).stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const others = [holder(), holder(), holder()]
  const said: string[] = []
  for (const other of others) streams(other).stdout.on('data', data => said.push(...String(data).trim().split('\n')))
  for (const other of others) streams(other).stdin.end()
  const errors = others.map(other => text(streams(other).stderr))
  for (const other of others) if (other.exitCode === null) await once(other, 'exit')
  assert.deepEqual(said, ['held', 'released', 'held', 'released', 'held', 'released'])
  for (const error of await Promise.all(errors)) assert.doesNotMatch(error, /Error/)
})
