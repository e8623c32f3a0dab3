// Deliveries to one machine under several host names share the limit of its address.

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setImmediate as later } from 'node:timers/promises'
import { DeliverySlots } from '../../platform/limits/index.ts'
import { AddressBusy } from '../../platform/outbound/index.ts'
import { ip, withServer } from '../../testing/local-server.ts'
import { until } from '../../testing/until.ts'
import { attemptDelivery } from './attempt-delivery.ts'

test('[LIM-10] deliveries to one address are limited whatever names lead to it, also over reused connections', async () => {
  const open: ServerResponse[] = []
  await withServer(
    (_request, response) => void open.push(response),
    async ({ origin, outbound }) => {
      const { port } = new URL(origin)
      const slots = new DeliverySlots(3)
      const signal = new AbortController().signal
      const options = { outbound, slots, signal, timeoutMs: 60_000 }
      const deliver = (name: number, more = {}) => {
        const url = `http://name-${name}.example:${port}/hook`
        const request = { user_id: name % 2, webhookId: 'm', url, keys: [], body: Buffer.from('{}') }
        return attemptDelivery({ ...options, ...more }, request, Date.now())
      }
      for (let round = 0; round < 2; round += 1) {
        const all = Array.from({ length: 12 }, (_, index) => deliver(index))
        await until(async () => open.length === 3)
        await assert.rejects(deliver(99, { isImpatient: true }), AddressBusy)
        for (let ended = 0; ended < all.length; ended += 1) {
          await until(async () => open.length > 0)
          for (let turn = 0; turn < 20; turn += 1) await later()
          assert.ok(open.length <= 3, `${open.length} at once`)
          open.shift()?.end()
        }
        assert.deepEqual(new Set((await Promise.all(all)).map(outcome => outcome?.status)), new Set([200]))
      }
      assert.equal(slots.highest, 0, 'every slot was released')
    },
    { lookup: async () => [ip('127.0.0.1')] },
  )
})
