// openLive in a runtime without a global WebSocket, such as Node 20.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLive } from '@tessera/client'
import { LiveService } from '../testing/live-service.ts'
import { until } from '../testing/until.ts'

test('[CLI-9] without a WebSocket, openLive throws an error that says what to pass', async t => {
  const given = globalThis.WebSocket
  t.after(() => Object.assign(globalThis, { WebSocket: given }))
  Reflect.deleteProperty(globalThis, 'WebSocket')
  const { WebSocket, ...options } = new LiveService().options()
  assert.throws(() => openLive(options), {
    name: 'TypeError',
    message: 'This runtime has no WebSocket. Pass one as openLive({ WebSocket }).',
  })
  const live = openLive({ ...options, ...(WebSocket && { WebSocket }) })
  t.after(() => live.close())
  await until(() => live.state === 'live')
})
