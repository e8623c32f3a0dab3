// What is done for a listener that things happen to while it is told: its creator may not read the workspace, its owner
// changes it. Nothing goes round in circles.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { FakeClock } from '../testing/fake-clock.ts'
import { world } from '../testing/world.ts'
import { LoggedEvent } from './log-window.ts'
import { type ServeParts, serveListener } from './deliver-to-listener.ts'
import { ServedListener } from './active-listener.ts'
import { loadServed } from './delivery-cursor-store.ts'
import { Slots } from './delivery-concurrency.ts'

test('[LIS-16] what happens meanwhile is passed with one look, and the next time there is more', async () => {
  const clock = new FakeClock()
  const one = { role: null, position: 2, endsAt: 2, seenAt: clock.now(), hasNews: false } as ServedListener
  let last = 2
  const passed: number[] = []
  const parts = {
    clock,
    isClosing: () => false,
    refresh: async (listener: ServedListener) => {
      listener.endsAt = last
      return true
    },
    book: { pass: ({ position }: ServedListener) => passed.push(position) },
  } as unknown as ServeParts
  for (const seq of [3, 7]) {
    last = seq
    one.hasNews = true
    assert.equal(await serveListener(parts, one), true)
    assert.deepEqual([one.position, one.hasNews], [seq, false], 'otherwise it would be served again at once')
  }
  assert.deepEqual(passed, [3, 7])
})

const servedRow = async () => {
  const { ann, board, parts } = await world()
  const { id } = await ann.listeners.create({ workspaceId: board, url: 'http://127.0.0.1:9', eventTypes: ['ALL'] })
  const row = (await loadServed(parts.db.read, [id])).get(id)
  assert.ok(row)
  return row
}

test('[LIS-6] one that is switched off while it waits for its turn is told nothing more', async () => {
  const clock = new FakeClock()
  const row = await servedRow()
  const one = new ServedListener({ ...row, attempts: 1 }, clock.now())
  const slots = new Slots()
  const taken: (() => void)[] = []
  for (let place = 0; place < 400; place++) taken.push(await slots.take(true))
  const note = { workspace_id: row.workspace_id, seq: 1, id: 'e', type: 'NOTE_CREATE', kind: 'note', data: '{}' }
  let told = 0
  const parts = {
    clock,
    slots,
    rush: { isOn: false },
    signal: new AbortController().signal,
    isClosing: () => false,
    refresh: async () => false,
    book: { room: async () => {}, note: () => {} },
    counts: { count: () => {} },
    window: { read: async () => [new LoggedEvent(note as never, row.uid)] },
    outbound: {
      postTarget: (url: string) => url,
      post: async () => {
        told += 1
        return { status: 200, body: new Uint8Array() }
      },
    },
  } as unknown as ServeParts
  const served = serveListener(parts, one)
  await nextTurn()
  one.isStale = true
  for (const giveBack of taken) giveBack()
  assert.deepEqual([await served, told], [false, 0])
})

test('[LIS-13] whose owner resumes it just before an attempt gets all attempts of the table', async () => {
  const row = await servedRow()
  const one = new ServedListener({ ...row, attempts: 8 }, 0)
  one.look({ ...row, attempts: 0, version: row.version + 1 }, 0)
  assert.equal(one.progress().new_attempts, 0)
})
