// How an open workspace gets its connection, and when it replaces or closes it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LiveService } from '../testing/live-service.ts'
import { note, start } from '../testing/started-live.ts'
import { until } from '../testing/until.ts'

test('[CLI-13] a token that ended is replaced, and one that is not taken ends it', async t => {
  const service = new LiveService()
  const asked: unknown[] = []
  const given = ['old', 'good', 'new']
  const token = (refused: string | null) => {
    asked.push(refused)
    return given[asked.length - 1] ?? 'new'
  }
  const { live, back } = await start(t, { token }, service)
  await back()
  assert.deepEqual(asked, [null, 'old'])
  service.tokens = new Set(['new'])
  service.cut(4401)
  await until(() => live.state === 'offline')
  await back()
  assert.deepEqual(asked, [null, 'old', 'good'])
  service.tokens = new Set()
  service.cut(4401)
  await until(() => live.state === 'closed')
  assert.deepEqual(live.closeReason, { code: 4401, message: 'The token is not accepted' })
})

test('[CLI-13] if a token cannot be fetched, or takes too long, it is requested again', async t => {
  const service = new LiveService()
  const answers = [
    () => Promise.reject(new Error('no network')),
    () => {
      throw new Error('no network')
    },
    () => new Promise<string>(() => {}),
  ]
  let asked = 0
  const token = () => answers[asked++]?.() ?? 'good'
  const timing = { firstRetryMs: 1, maxRetryMs: 2, pingAfterMs: 60_000, timeoutMs: 1_000 }
  const { live, back } = await start(t, { token, timing }, service)
  assert.equal(live.state, 'offline')
  await back()
  assert.equal(asked, 4)
})

test('[CLI-13] [LIM-13] without access, without a workspace or with too many connections, the client closes with the reason and does not reconnect', async t => {
  for (const code of [4403, 4404, 4430]) {
    const { service, live, refused } = await start(t)
    service.deliver({ type: 'error', error: { code: 'ForbiddenError', message: 'not for you', request_id: '' } })
    service.cut(code)
    await until(() => live.state === 'closed')
    assert.deepEqual(live.closeReason, { code, message: 'not for you' })
    assert.equal(service.sockets.size, 0)
    await assert.rejects(live.change([note('a')]).results, { code: 'ForbiddenError', message: 'not for you' })
    assert.deepEqual([refused.length, live.objects.size], [1, 0])
  }
})

test('[CLI-13] a service that says nothing any more is left for a new connection', async t => {
  const service = new LiveService()
  const timing = { firstRetryMs: 1, maxRetryMs: 2, pingAfterMs: 5, timeoutMs: 20 }
  const { live, back } = await start(t, { timing }, service)
  await back()
  service.isSilent = true
  await until(() => live.state === 'offline')
  service.isSilent = false
  await back()
  assert.ok(service.received.some(message => message.type === 'ping'))
})

test('[CLI-13] what makes no sense, and events with a hole between them, lead to a new connection', async t => {
  const { service, live, back, settled } = await start(t)
  for (const message of [
    { nonsense: 1 },
    { type: 'events', events: [{ seq: 7, type: 'NOTE_CREATE', actor: { id: 2 } }] },
  ]) {
    await back()
    service.deliver(message)
    await until(() => live.state === 'offline')
  }
  service.changeAsOther([note('a')])
  await settled()
  assert.equal(live.objects.size, 1)
})
