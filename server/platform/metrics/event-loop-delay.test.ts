// The delay of the event loop: a histogram that only grows, and the maximum of the time since the last scrape.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pollUntil } from '../../testing/until.ts'
import { eventLoopMetrics, sampleEventLoopDelay } from './event-loop-delay.ts'

function scrape(): { max: number; samples: number } {
  const [delays, longest] = eventLoopMetrics()
  const count = delays?.samples.find(({ suffix }) => suffix === '_count')
  return { max: longest?.samples[0]?.value ?? Number.NaN, samples: count?.value ?? Number.NaN }
}

test('[OPS-26] the longest delay covers the time since the previous scrape, and the histogram keeps all', async t => {
  t.after(sampleEventLoopDelay())
  const { samples: before } = scrape()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  const blocked = await pollUntil(
    async () => scrape(),
    ({ samples }) => samples > before,
  )
  assert.ok(blocked.max > 0.2, String(blocked.max))
  assert.deepEqual(scrape(), { max: 0, samples: blocked.samples })
})
