// The processes that read foreign files, with one that does whatever harm it is told to.

import assert from 'node:assert/strict'
import { mkdtemp, readdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { withServer } from '../testing/local-server.ts'
import { removeFolder } from '../testing/test-database.ts'
import { until } from '../testing/until.ts'
import { type ChildPool, openChildPool, type PoolSettings } from './child-pool.ts'
import type { Child } from './child-process.ts'
import type { ChildFailed } from './unfit.ts'

const script = join(import.meta.dirname, '../testing/odd-child.ts')
const never = new AbortController().signal

describe('processes that read foreign files', () => {
  let folder: string
  let pool: ChildPool
  const open = (more: Partial<PoolSettings> = {}) => {
    pool = openChildPool({ folder, most: 1, script, ...more })
    return pool
  }
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'children-')))
  })
  afterEach(async () => {
    pool.close()
    await removeFolder(folder)
  })

  const ask = (child: Child, path: string, timeoutMs = 60_000, signal = never): Promise<unknown> =>
    child.ask('open-document', { path }, { timeoutMs, signal })
  const askOnce = (path: string, timeoutMs?: number, signal = never) =>
    pool.use(signal, child => ask(child, path, timeoutMs, signal))
  const faultOf = (fault: ChildFailed['fault']) => (error: ChildFailed) => error.fault === fault

  test('[FIL-18] one that crashes, ends, breaks or hangs fails only what it was asked; the next is done by another', async () => {
    open()
    for (const [deed, fault, limit] of [
      ['crash', 'crashed', undefined],
      ['leave', 'crashed', undefined],
      ['throw', 'crashed', undefined],
      ['hang', 'late', 300],
    ] as const) {
      const before = await askOnce('answer')
      await assert.rejects(askOnce(deed, limit), faultOf(fault), deed)
      await until(async () => !isRunning(before as unknown as number))
      assert.notEqual(await askOnce('answer'), before)
    }
    assert.deepEqual(await readdir(folder), [])
  })

  test('[FIL-18] one that takes all the memory it can get is ended before it has the machine', async () => {
    open()
    await assert.rejects(askOnce('swell', 60_000), faultOf('crashed'))
    assert.equal(typeof (await askOnce('answer')), 'number')
  })

  test('[FIL-18] they have neither network nor files nor programs nor settings of the server', async () => {
    open()
    process.env.TESSERA_TEST_SECRET = 'secret'
    await withServer(
      (_request, response) => response.end(),
      async ({ origin }) => {
        const { port } = new URL(origin)
        assert.match(String(await askOnce(`network:${port}`)), /ERR_ACCESS_DENIED|ENETUNREACH|ECONNREFUSED/)
      },
    )
    for (const deed of ['read', 'write', 'spawn'])
      await assert.rejects(askOnce(deed), /ERR_ACCESS_DENIED|Access to this API/)
    assert.ok(!((await askOnce('settings')) as string[]).includes('TESSERA_TEST_SECRET'))
  })

  test('one process does many things, one after the other, and no more run than allowed', async () => {
    open({ most: 2 })
    const ids = await Promise.all(Array.from({ length: 12 }, () => askOnce('answer')))
    assert.ok(new Set(ids).size <= 2)
  })

  test('who is told to stop stops at once, and so does all when the pool closes', async () => {
    open({ most: 2 })
    const control = new AbortController()
    const [stopped, closed] = [askOnce('hang', 60_000, control.signal), askOnce('hang', 60_000)]
    const id = await until(async () => pool.running().length === 2 && pool.running())
    control.abort()
    await assert.rejects(stopped, faultOf('stopped'))
    pool.close()
    await assert.rejects(closed, faultOf('stopped'))
    for (const one of id) await until(async () => !isRunning(one))
    await assert.rejects(askOnce('answer'), faultOf('stopped'))
  })

  test('who is told to stop before anything was asked hears that, too', async () => {
    open({ most: 2 })
    const control = new AbortController()
    const stopped = pool.use(control.signal, child => {
      control.abort()
      return ask(child, 'answer', 60_000, control.signal)
    })
    await assert.rejects(stopped, faultOf('stopped'))
    const closed = pool.use(never, child => {
      pool.close()
      return ask(child, 'answer')
    })
    await assert.rejects(closed, faultOf('stopped'))
  })

  test('one that idles is ended', async () => {
    open({ idleMs: 10 })
    const id = (await askOnce('answer')) as unknown as number
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
