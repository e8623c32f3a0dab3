// Tests the setup lock: it has one owner at a time, and a stale lock is taken over.

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

/** A process that locks the checkout, prints it, and releases the lock when its standard input ends. */
function lockingProcess(): ChildProcess {
  const lock = JSON.stringify(join(import.meta.dirname, 'setup-lock.mjs'))
  const code = `import(${lock}).then(async ({ acquireSetupLock }) => {
    const release = acquireSetupLock(console.error)
    console.log('locked')
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

test('the second waits until the first releases the lock', async () => {
  const first = lockingProcess()
  await once(streams(first).stdout, 'data')
  const second = lockingProcess()
  const [waiting] = await once(streams(second).stderr, 'data')
  assert.match(String(waiting), /Waiting for another setup/)
  streams(first).stdin.end()
  const [locked] = await once(streams(second).stdout, 'data')
  assert.match(String(locked), /locked/)
  streams(second).stdin.end()
  assert.deepEqual(await once(second, 'exit'), [0, null])
})

test('the lock of a killed process is taken over by one of several others', async () => {
  const killed = lockingProcess()
  await once(streams(killed).stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const others = [lockingProcess(), lockingProcess(), lockingProcess()]
  const printed: string[] = []
  for (const other of others) streams(other).stdout.on('data', data => printed.push(...String(data).trim().split('\n')))
  for (const other of others) streams(other).stdin.end()
  const errors = others.map(other => text(streams(other).stderr))
  for (const other of others) if (other.exitCode === null) await once(other, 'exit')
  assert.deepEqual(printed, ['locked', 'released', 'locked', 'released', 'locked', 'released'])
  for (const error of await Promise.all(errors)) assert.doesNotMatch(error, /Error/)
})
