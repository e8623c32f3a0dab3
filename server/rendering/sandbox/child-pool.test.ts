// The pool of child processes, tested with a child that crashes, hangs or allocates on request.

import assert from 'node:assert/strict'
import { mkdtemp, readdir, realpath } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { withServer } from '../../testing/local-server.ts'
import { removeFolder } from '../../testing/test-database.ts'
import { until } from '../../testing/until.ts'
import { Semaphore } from '../../tools/index.ts'
import { type ChildPool, openChildPool, type PoolSettings } from './child-pool.ts'
import type { Child } from './child-process.ts'
import type { ChildFailed } from './processing-errors.ts'

const script = join(import.meta.dirname, '../../testing/misbehaving-child.ts')
const never = new AbortController().signal

describe('child processes that read uploaded files', () => {
  let folder: string
  let pool: ChildPool
  const open = (more: Partial<PoolSettings> = {}) => {
    pool = openChildPool({ folder, places: new Semaphore(1), script, ...more })
    return pool
  }
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'children-')))
  })
  afterEach(async () => {
    pool.close()
    await removeFolder(folder)
  })

  const run = (child: Child, path: string, timeoutMs = 60_000, signal = never): Promise<unknown> =>
    child.run('open-document', { path }, { timeoutMs, signal })
  const runOnce = (path: string, timeoutMs?: number, signal = never) =>
    pool.use(signal, child => run(child, path, timeoutMs, signal))
  const hasReason = (reason: ChildFailed['reason']) => (error: ChildFailed) => error.reason === reason

  test('[FIL-18] a child that crashes, exits, throws or hangs fails only its current task; another child runs the next one', async () => {
    open()
    for (const [behavior, reason, timeoutMs] of [
      ['crash', 'crashed', undefined],
      ['exit', 'crashed', undefined],
      ['throw', 'crashed', undefined],
      ['hang', 'timeout', 300],
    ] as const) {
      const before = await runOnce('respond')
      await assert.rejects(runOnce(behavior, timeoutMs), hasReason(reason), behavior)
      await until(async () => !isRunning(before as unknown as number))
      assert.notEqual(await runOnce('respond'), before)
    }
    assert.deepEqual(await readdir(folder), [])
  })

  test('[PIC-8] a child has a lower priority than the server, and so have its threads', async () => {
    open()
    const id = (await runOnce('respond')) as number
    const threads = (await readdir(`/proc/${id}/task`)).map(Number)
    assert.ok(threads.length > 1)
    for (const thread of threads) assert.ok(getPriority(thread) >= 10, `thread ${thread}`)
  })

  test('[FIL-18] a child that allocates without limit is killed at the memory limit', async () => {
    open()
    await assert.rejects(runOnce('allocate', 60_000), hasReason('crashed'))
    assert.equal(typeof (await runOnce('respond')), 'number')
  })

  test('[FIL-18] children have no network, no files, no programs and no environment of the server', async () => {
    open()
    process.env.TESSERA_TEST_SECRET = 'secret'
    await withServer(
      (_request, response) => response.end(),
      async ({ origin }) => {
        const { port } = new URL(origin)
        assert.match(String(await runOnce(`network:${port}`)), /ERR_ACCESS_DENIED|ENETUNREACH|ECONNREFUSED/)
      },
    )
    for (const behavior of ['read', 'write', 'spawn'])
      await assert.rejects(runOnce(behavior), /ERR_ACCESS_DENIED|Access to this API/)
    assert.ok(!((await runOnce('environment')) as string[]).includes('TESSERA_TEST_SECRET'))
  })

  test('children are reused, and no more run than allowed', async () => {
    open({ places: new Semaphore(2) })
    const ids = await Promise.all(Array.from({ length: 12 }, () => runOnce('respond')))
    assert.ok(new Set(ids).size <= 2)
  })

  test('an aborted task ends at once, and so do all tasks when the pool closes', async () => {
    open({ places: new Semaphore(2) })
    const control = new AbortController()
    const [aborted, closed] = [runOnce('hang', 60_000, control.signal), runOnce('hang', 60_000)]
    const id = await until(async () => pool.running().length === 2 && pool.running())
    control.abort()
    await assert.rejects(aborted, hasReason('aborted'))
    pool.close()
    await assert.rejects(closed, hasReason('aborted'))
    for (const one of id) await until(async () => !isRunning(one))
    await assert.rejects(runOnce('respond'), hasReason('aborted'))
  })

  test('a task aborted before it was sent fails as aborted', async () => {
    open({ places: new Semaphore(2) })
    const control = new AbortController()
    const aborted = pool.use(control.signal, child => {
      control.abort()
      return run(child, 'respond', 60_000, control.signal)
    })
    await assert.rejects(aborted, hasReason('aborted'))
    const closed = pool.use(never, child => {
      pool.close()
      return run(child, 'respond')
    })
    await assert.rejects(closed, hasReason('aborted'))
  })

  test('an idle child is ended', async () => {
    open({ idleMs: 10 })
    const id = (await runOnce('respond')) as unknown as number
    await until(async () => !isRunning(id))
  })
})

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}
