import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { refusal, startWire } from '../testing/wire-server.ts'

test('a call that is aborted throws the signal’s reason and is not retried', async t => {
  const controller = new AbortController()
  const { client, received } = await startWire(t, () => {
    controller.abort(new Error('changed my mind'))
    return 'hang'
  })
  await assert.rejects(client.notes.get('w', 'n', { signal: controller.signal }), /changed my mind/)
  assert.equal(received.length, 1)
})

test('no request is sent if the signal is aborted already', async t => {
  const { client, received } = await startWire(t)
  await assert.rejects(client.users.me({ signal: AbortSignal.abort() }), { name: 'AbortError' })
  assert.equal(received.length, 0)
})

test('aborting ends the pause before a retry', async t => {
  const controller = new AbortController()
  const { client, received } = await startWire(t, () => {
    setTimeout(() => controller.abort(new Error('enough')), 50)
    return refusal(503, 'ServiceUnavailable', { headers: { 'Retry-After': '60' } })
  })
  await assert.rejects(client.users.me({ signal: controller.signal }), /enough/)
  assert.equal(received.length, 1)
})

test('a signal that outlives its calls is left without listeners', async t => {
  const { client } = await startWire(t)
  const { signal } = new AbortController()
  let listening = 0
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (...args: unknown[]) => {
    listening += 1
    return Reflect.apply(addEventListener, signal, args)
  }
  signal.removeEventListener = (...args: unknown[]) => {
    listening -= 1
    return Reflect.apply(removeEventListener, signal, args)
  }
  await client.users.me({ signal })
  assert.equal(listening, 0)
})

test('an attempt without a response in time is aborted, retried, and reported as a timeout', async t => {
  const { client, received } = await startWire(t, () => 'hang', { timeoutMs: 1_000, retries: 1 })
  await assert.rejects(client.users.me(), { name: 'ConnectionError', isTimeout: true, message: /within 1000 ms/ })
  assert.equal(received.length, 2)
})

test('a call may have its own time limit, or none', async t => {
  const { client } = await startWire(t, (_, count) => (count === 1 ? 'hang' : { body: { message: 'done' } }), {
    timeoutMs: 60_000,
    retries: 0,
  })
  await assert.rejects(client.users.me({ timeoutMs: 1_000 }), { isTimeout: true })
  assert.deepEqual(await client.users.me({ timeoutMs: Number.POSITIVE_INFINITY }), { message: 'done' })
})

test('an unreachable service is a ConnectionError with the reason', async () => {
  const { port, close } = await listen()
  await close()
  const client = connect({ url: `http://127.0.0.1:${port}`, retries: 0 })
  await assert.rejects(client.users.me(), {
    name: 'ConnectionError',
    operation: 'users.me',
    message: new RegExp(`^GET http://127.0.0.1:${port}/api/session/user: .*ECONNREFUSED`),
  })
})

async function listen(): Promise<{ port: number; close: () => Promise<unknown> }> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, close: () => new Promise(resolve => server.close(resolve)) }
}
