// Changes during delivery: the creator of the listener loses access, its owner updates it. Delivery neither loops nor
// continues with old data.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DeliverySlots } from '../../platform/limits/delivery-slots.ts'
import { openSealedSecrets } from '../../platform/secrets/sealed-secrets.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { world } from '../../testing/world.ts'
import { ActiveListener } from './active-listener.ts'
import { type DeliveryContext, deliverToListener } from './deliver-to-listener.ts'
import { loadActiveListeners } from './delivery-cursor-store.ts'
import { LoggedEvent } from './log-window.ts'
import { webhookKeys } from './sign-notification.ts'

const keysOf = webhookKeys(openSealedSecrets({}))

test('[LIS-16] events without access are skipped with one reload, and again when there are more', async () => {
  const clock = new FakeClock()
  const listener = { role: null, position: 2, lastSeq: 2, loadedAt: clock.now(), hasNewEvents: false } as ActiveListener
  let last = 2
  const skipped: number[] = []
  const context = {
    clock,
    isClosing: () => false,
    refresh: async (reloaded: ActiveListener) => {
      reloaded.lastSeq = last
      return true
    },
    progress: { recordSkipped: ({ position }: ActiveListener) => skipped.push(position) },
  } as unknown as DeliveryContext
  for (const seq of [3, 7]) {
    last = seq
    listener.hasNewEvents = true
    assert.equal(await deliverToListener(context, listener), true)
    assert.deepEqual(
      [listener.position, listener.hasNewEvents],
      [seq, false],
      'otherwise delivery would start again at once',
    )
  }
  assert.deepEqual(skipped, [3, 7])
})

const activeRow = async () => {
  const { ann, board, dependencies } = await world()
  const { id } = await ann.listeners.create({ workspaceId: board, url: 'http://127.0.0.1:9', eventTypes: ['ALL'] })
  const row = (await loadActiveListeners(dependencies.db.read, [id])).get(id)
  assert.ok(row)
  return row
}

test('[LIS-6] a listener that is deactivated while it waits for the concurrency limit gets nothing more', async () => {
  const clock = new FakeClock()
  const row = await activeRow()
  const listener = new ActiveListener({ ...row, attempts: 1 }, clock.now(), keysOf)
  const slots = new DeliverySlots(0)
  const taken: (() => void)[] = []
  for (let index = 0; index < 400; index++)
    taken.push(await slots.acquire({ url: row.url, user_id: index, isSlow: true }))
  const note = { workspace_id: row.workspace_id, seq: 1, id: 'e', type: 'NOTE_CREATE', kind: 'note', data: '{}' }
  let sent = 0
  const context = {
    clock,
    slots,
    backpressure: { isOn: false },
    signal: new AbortController().signal,
    isClosing: () => false,
    refresh: async () => false,
    progress: { waitForCapacity: async () => {}, recordAttempt: () => {} },
    counts: { count: () => {} },
    window: { read: async () => [new LoggedEvent(note as never, row.uid)] },
    outbound: {
      postTarget: (url: string) => url,
      post: async () => {
        sent += 1
        return { status: 200, body: new Uint8Array() }
      },
    },
  } as unknown as DeliveryContext
  const delivered = deliverToListener(context, listener)
  await nextTurn()
  listener.isStale = true
  for (const release of taken) release()
  assert.deepEqual([await delivered, sent], [false, 0])
})

test('[LIS-13] a listener that its owner resumes just before an attempt gets all attempts of the schedule', async () => {
  const row = await activeRow()
  const listener = new ActiveListener({ ...row, attempts: 8 }, 0, keysOf)
  listener.load({ ...row, attempts: 0, version: row.version + 1 }, 0)
  assert.equal(listener.cursorUpdate().new_attempts, 0)
})
