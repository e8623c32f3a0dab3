// Delivery to receivers that fail: retries, suspension, resumption, and no delay for other listeners.

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { type Receiver, receiver, seqsOf } from '../../testing/receiver.ts'
import { pollUntil } from '../../testing/until.ts'
import { type Person, type World, world, worldWith } from '../../testing/world.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'

const listen = (person: Person, workspaceId: string, { url }: Pick<Receiver, 'url'>, more: object = {}) =>
  person.listeners.create({ workspaceId, url, eventTypes: ['ALL'], ...more })

const fail = (_: unknown, response: ServerResponse) => response.writeHead(503).end('busy')
const succeed = (_: unknown, response: ServerResponse) => response.end()

const rowOf = ({ dependencies }: World, id: string) =>
  dependencies.db.read.selectFrom('listeners').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const eventDeliveries = async (person: Person, id: string) =>
  (await person.listeners.listDeliveries(id, { limit: 100 })).deliveries.filter(({ cause }) => cause === 'event')

const tableSeconds = [5, 30, 120, 600, 1_800, 7_200, 18_000, 36_000]

test('[LIS-12] [LIS-13] [LIS-10] a failing receiver is retried by the schedule, then suspended with a mail, and resumed', async () => {
  const clock = new FakeClock()
  const made = await worldWith({}, { delivery: { clock } })
  const { ann, bob, board, mail } = made
  const hook = await receiver(fail)
  const { id } = await listen(ann, board, hook)
  await bob.notes.create(board, { text: 'first' })
  await bob.notes.create(board, { text: 'second' })
  for (const [index, seconds] of tableSeconds.entries()) {
    const row = await pollUntil(
      () => rowOf(made, id),
      ({ attempts, due_at }) => attempts === index + 1 && due_at !== null,
    )
    const waitMs = Date.parse(row.due_at as string) - clock.now()
    assert.ok(waitMs >= seconds * 900 && waitMs <= seconds * 1_100, `after ${index + 1}: ${waitMs} ms`)
    assert.deepEqual([row.status, row.after_seq, row.lease_owner], ['ACTIVE', 0, null])
    clock.advance(waitMs)
  }
  await pollUntil(
    () => rowOf(made, id),
    ({ status }) => status === 'SUSPENDED',
  )
  const message = await mail.mailTo(ann.email, /suspended/)
  assert.match(message.text, new RegExp(hook.url))
  assert.match(message.text, /503/)
  const deliveries = await eventDeliveries(ann, id)
  assert.deepEqual(
    deliveries.map(({ attempt }) => attempt),
    [9, 8, 7, 6, 5, 4, 3, 2, 1],
  )
  assert.equal(new Set(deliveries.map(({ request }) => request.headers['webhook-id'])).size, 1)
  assert.deepEqual(new Set(seqsOf(await hook.events(9))), new Set([1]))

  await bob.notes.create(board, { text: 'third' })
  hook.respond = succeed
  await ann.listeners.update(id, { status: 'ACTIVE' })
  assert.deepEqual(seqsOf(await hook.events(12)).slice(9), [1, 2, 3])
})

test('[LIS-12] a retry starts when it is due, even right after the poll for events of other nodes', async () => {
  const clock = new FakeClock()
  const made = await worldWith({}, { delivery: { clock } })
  const { ann, board, organization } = made
  const other = (await ann.workspaces.create(organization, { name: 'Other' })).workspace.properties.uid
  const [hook, healthy] = [await receiver(fail), await receiver(succeed)]
  const { id } = await listen(ann, board, hook)
  await listen(ann, other, healthy)
  clock.advance(1_000)
  await ann.notes.create(board, { text: 'retried' })
  const { due_at } = await pollUntil(
    () => rowOf(made, id),
    row => row.due_at !== null,
  )
  clock.advance(4_200)
  // This event is delivered by the same claim of the poll, in which the retry is not due yet.
  await ann.notes.create(other, { text: 'told' })
  await healthy.events(1)
  assert.equal((await rowOf(made, id)).attempts, 1)
  clock.advance(Date.parse(due_at as string) - clock.now())
  assert.deepEqual(seqsOf(await hook.events(2)), [1, 1])
})

test('[LIS-12] Retry-After is respected', async () => {
  const clock = new FakeClock()
  const made = await worldWith({}, { delivery: { clock } })
  const { ann, board } = made
  const hook = await receiver((_, response) => response.writeHead(429, { 'retry-after': '90' }).end())
  const { id } = await listen(ann, board, hook)
  await ann.notes.create(board, { text: 'n' })
  const { due_at } = await pollUntil(
    () => rowOf(made, id),
    row => row.due_at !== null,
  )
  assert.equal(Date.parse(due_at as string) - clock.now(), 90_000)
  hook.respond = succeed
  clock.advance(90_000)
  assert.deepEqual(seqsOf(await hook.events(2)), [1, 1])
})

test('[LIS-13] 410 suspends at once', async () => {
  const made = await world()
  const { ann, board, mail } = made
  const hook = await receiver((_, response) => response.writeHead(410).end())
  const { id } = await listen(ann, board, hook)
  await ann.notes.create(board, { text: 'n' })
  await pollUntil(
    () => ann.listeners.get(id),
    ({ listeners }) => listeners.status[0] === 'SUSPENDED',
  )
  await mail.mailTo(ann.email, /suspended/)
  hook.respond = succeed
  await ann.listeners.update(id, {})
  assert.deepEqual(seqsOf(await hook.events(2)), [1, 1])
})

test('[LIS-11] [LIS-19] redirecting, hanging, slow and closing receivers fail, and delay no other listener', async () => {
  const { ann, board } = await worldWith({}, { delivery: { timeoutMs: 5_000 } })
  const redirectTarget = await receiver()
  const receivers: Record<string, Receiver> = {
    'The response was 307: redirects are not followed': await receiver((_, response) =>
      response.writeHead(307, { location: redirectTarget.url }).end(),
    ),
    'No complete response within 5 seconds': await receiver(() => {}),
    'The connection was closed before the response was complete': await receiver((_, response) =>
      response.socket?.destroy(),
    ),
    'The response was 404': await receiver((_, response) => response.writeHead(404).end()),
  }
  const dripping = await receiver((_, response) => {
    const drip = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(drip))
  })
  const wrong = await Promise.all(
    [...Object.entries(receivers), ['No complete response within 5 seconds', dripping] as const].map(
      async ([message, hook]) => ({ message, id: (await listen(ann, board, hook)).id }),
    ),
  )
  const well = await receiver()
  await listen(ann, board, well)
  for (let count = 0; count < 30; count++) await ann.notes.create(board, { text: `${count}` })
  assert.deepEqual(
    seqsOf(await well.events(30)),
    Array.from({ length: 30 }, (_, index) => index + 1),
  )
  for (const { message, id } of wrong) {
    const deliveries = await pollUntil(
      () => eventDeliveries(ann, id),
      found => found.length > 0,
    )
    assert.deepEqual([deliveries.at(-1)?.state, deliveries.at(-1)?.error], ['failed', message])
  }
  assert.equal((await redirectTarget.until(() => true)).length, 0)
})

test('[LIS-11] [FIL-13] [FIL-14] a public service does not reach private addresses, in any spelling', async () => {
  const { ann, board, dependencies } = await worldWith({ publicUrl: 'https://board.example.com' })
  const hook = await receiver()
  const { port } = new URL(hook.url)
  for (const host of ['127.0.0.1', 'localhost', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '169.254.169.254']) {
    const { id } = await listen(ann, board, { url: `http://${host}:${port}/` })
    const { deliveries } = await pollUntil(
      () => ann.listeners.listDeliveries(id),
      found => found.deliveries.length > 0,
    )
    assert.match(deliveries[0]?.error ?? '', /not allowed/)
  }
  assert.equal(hook.received.length, 0)
  assert.equal(dependencies.config.publicUrl, 'https://board.example.com')
})

test('[LIS-18] a delivery is sent again with the same id, whatever the status of the listener', async () => {
  const { ann, bob, eve, board } = await world()
  const hook = await receiver()
  const { id } = await listen(bob, board, hook)
  await ann.notes.create(board, { text: 'n' })
  await hook.events(1)
  const [line] = await pollUntil(
    () => eventDeliveries(bob, id),
    found => found.length === 1,
  )
  await bob.listeners.update(id, { status: 'IN_ACTIVE' })
  await bob.listeners.redeliver(id, line?.id ?? '')
  const [first, again] = await hook.events(2)
  assert.equal(again?.headers['webhook-id'], first?.headers['webhook-id'])
  assert.equal(again?.text, first?.text)
  const { deliveries } = await pollUntil(
    () => bob.listeners.listDeliveries(id),
    found => found.deliveries.some(({ cause }) => cause === 'redelivery'),
  )
  assert.deepEqual([deliveries[0]?.cause, deliveries[0]?.event.seq], ['redelivery', 1])
  await refused(bob.listeners.redeliver(id, 'f'.repeat(24)), 404, 'ResourceNotFound')
  await refused(eve.listeners.redeliver(id, line?.id ?? ''), 404, 'ResourceNotFound')
  await ann.workspaces.removeUser(board, bob.id)
  await refused(bob.listeners.redeliver(id, line?.id ?? ''), 403, 'ForbiddenError')
  await refused(bob.listeners.replay(id, { after_seq: 0 }), 403, 'ForbiddenError')
})

test('[LIS-18] a replay sends everything after a seq again, and skips nothing that is pending', async () => {
  const made = await world()
  const { ann, board } = made
  const hook = await receiver()
  const { id } = await listen(ann, board, hook, { eventTypes: ['NOTE_ALL'] })
  for (let count = 0; count < 5; count++) await ann.notes.create(board, { text: `${count}` })
  await ann.texts.create(board, { text: 'not listened for' })
  await hook.events(5)
  await pollUntil(
    () => rowOf(made, id),
    row => row.after_seq === 6,
  )
  await ann.listeners.replay(id, { after_seq: 3 })
  assert.deepEqual(seqsOf(await hook.events(7)).slice(5), [4, 5])
  await refused(ann.listeners.replay(id, { after_seq: 7 }), 400, 'BadRequest', 'after_seq')

  hook.respond = fail
  await ann.notes.create(board, { text: 'pending' })
  await pollUntil(
    () => rowOf(made, id),
    row => row.attempts === 1,
  )
  hook.respond = succeed
  await ann.listeners.replay(id, { after_seq: 7 })
  assert.deepEqual(seqsOf(await hook.events(9)).slice(7), [7, 7])
})

test('[LIS-18] a replay also sends again what was just delivered and is not stored yet', async () => {
  const made = await world()
  const { ann, board } = made
  const hook = await receiver()
  const { id } = await listen(ann, board, hook)
  for (const count of [1, 2, 3]) {
    await ann.notes.create(board, { text: `${count}` })
    await hook.until(() => timesSent(hook, count) === 1)
    await ann.listeners.replay(id, { after_seq: count - 1 })
    await hook.until(() => timesSent(hook, count) >= 2)
  }
  await pollUntil(
    () => rowOf(made, id),
    row => row.after_seq === 3,
  )
})

const timesSent = ({ received }: Receiver, seq: number) => received.filter(({ body }) => body.event.seq === seq).length

test('[LIS-17] deliveries are deleted after 30 days, and those of a deleted listener with the next sweep', async () => {
  const { ann, board, dependencies } = await world()
  const hook = await receiver()
  const [active, deleted] = [await listen(ann, board, hook), await listen(ann, board, hook)]
  await ann.notes.create(board, { text: 'n' })
  const count = async () => {
    const ids = [active.id, deleted.id]
    const rows = await dependencies.db.read
      .selectFrom('deliveries')
      .select('listener_id')
      .where('listener_id', 'in', ids)
      .execute()
    return ids.map(id => rows.filter(row => row.listener_id === id).length)
  }
  await pollUntil(count, ([one, other]) => one === 2 && other === 2)
  await ann.listeners.delete(deleted.id)
  await sweepDeliveries(dependencies.db, Date.now() + 29 * 24 * 3_600_000)
  assert.deepEqual(await count(), [2, 0])
  await sweepDeliveries(dependencies.db, Date.now() + 31 * 24 * 3_600_000)
  assert.deepEqual(await count(), [0, 0])
})

test('[LIS-21] the metrics count listeners, pending events and attempts', async () => {
  // The clock does not advance, so that a failed delivery is not retried meanwhile.
  const { ann, board, send } = await worldWith({}, { delivery: { clock: new FakeClock() } })
  const [well, ill] = [await receiver(), await receiver(fail)]
  await listen(ann, board, well)
  await listen(ann, board, ill)
  await ann.notes.create(board, { text: 'n' })
  const metrics = async () => await (await send('/metrics')).text()
  const deliveries = ['delivered', 'failed'].map(outcome => `tessera_deliveries_total{outcome="${outcome}"} 1\n`)
  const text = await pollUntil(metrics, found =>
    [...deliveries, 'events_waiting 1\n'].every(line => found.includes(line)),
  )
  assert.match(text, /tessera_listeners\{status="ACTIVE"\} 2\n/)
  assert.match(text, /tessera_listener_oldest_seconds \d/)
  assert.match(text, /tessera_listeners_suspended_total 0\n/)
})
