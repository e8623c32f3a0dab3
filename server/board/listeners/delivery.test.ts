// Tests the content and order of deliveries. Failures and retries are in retries.test.ts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { DeliverySlots } from '../../platform/limits/delivery-slots.ts'
import { refused } from '../../testing/assert-refused.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { workspaceIdOf } from '../../testing/members.ts'
import { type Receiver, receiver, seqsOf, typesOf } from '../../testing/receiver.ts'
import { readSample } from '../../testing/sample-file.ts'
import { pollUntil, until } from '../../testing/until.ts'
import { type Person, world, worldWith } from '../../testing/world.ts'
import { newObjectId } from '../../tools/ids.ts'
import { listenerJobs } from './listener-jobs.ts'
import { newWebhookSecret } from './sign-notification.ts'

const listen = (person: Person, workspaceId: string, { url }: Receiver, more: object = {}) =>
  person.listeners.create({ workspaceId, url, eventTypes: ['ALL'], ...more })

test('[LIS-8] [LIS-9] an event is delivered with the object under its kind', async () => {
  const { ann, bob, board } = await world()
  const hook = await receiver()
  await listen(ann, board, hook)
  const { note } = await bob.notes.create(board, { text: 'hällo' })
  const { comment } = await ann.comments.create(board, 'notes', note.id, { text: 'hm' })
  const [first, second] = await hook.events(2)
  const { events } = await ann.events.list(board)
  const { id, seq, type, created_at } = events[0] as (typeof events)[number]
  assert.deepEqual(first?.body, {
    workspace_id: board,
    event: { id, type, seq, created_at },
    actor: { id: bob.id, email: bob.email, first_name: 'Bob', last_name: events[0]?.actor.last_name, via: null },
    note,
  })
  assert.equal(first?.headers['content-type'], 'application/json')
  assert.deepEqual(second?.body.comment, comment)
  assert.deepEqual([second?.body.comment.targetId, second?.body.comment.targetType], [note.id, 'note'])
})

test('[LIS-8] every change of every kind is delivered, in the order of the log', async () => {
  const { ann, bob, board } = await world()
  const hook = await receiver()
  await listen(bob, board, hook)
  const { note } = await ann.notes.create(board, { text: 'n' })
  await ann.notes.update(board, note.id, { text: 'changed' })
  await ann.texts.create(board, { text: 't' })
  await ann.canvases.create(board, { name: 'c' })
  await ann.browsers.create(board, { url: 'https://example.com' })
  await ann.strokes.createOn(board, 'notes', note.id, { points: [0, 0] })
  await ann.comments.create(board, 'notes', note.id, { text: 'a comment' })
  await ann.notes.delete(board, note.id)
  await ann.workspaces.update(board, { name: 'Renamed' })
  await ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 4 })
  await ann.workspaces.copy(board)
  const { events } = await ann.events.list(board)
  const sent = await hook.events(events.length)
  assert.deepEqual(
    seqsOf(sent),
    events.map(event => event.seq),
  )
  assert.deepEqual(
    typesOf(sent),
    events.map(event => event.type),
  )
  assert.ok(typesOf(sent).includes('WORKSPACE_USER_ROLE_CHANGE'))
})

test('[LIS-8] only events that match eventTypes are delivered', async () => {
  const { ann, board } = await world()
  const [notes, people, two] = [await receiver(), await receiver(), await receiver()]
  await listen(ann, board, notes, { eventTypes: ['NOTE_ALL'] })
  await listen(ann, board, people, { eventTypes: ['WORKSPACE_ALL'] })
  await listen(ann, board, two, { eventTypes: ['TEXT_CREATE', 'NOTE_DELETE'] })
  const { note } = await ann.notes.create(board, { text: 'n' })
  const { text } = await ann.texts.create(board, { text: 't' })
  await ann.texts.update(board, text.id, { text: 'u' })
  await ann.workspaces.update(board, { name: 'Renamed' })
  await ann.notes.delete(board, note.id)
  assert.deepEqual(typesOf(await notes.events(2)), ['NOTE_CREATE', 'NOTE_DELETE'])
  assert.deepEqual(typesOf(await two.events(2)), ['TEXT_CREATE', 'NOTE_DELETE'])
  assert.deepEqual(typesOf(await people.events(1)), ['WORKSPACE_UPDATE'])
})

test('[LIS-8] with a target, its changes and the comments and strokes on it are delivered', async () => {
  const { ann, board } = await world()
  const hook = await receiver()
  const { note } = await ann.notes.create(board, { text: 'watched' })
  const { note: other } = await ann.notes.create(board, { text: 'not watched' })
  await listen(ann, board, hook, { targetId: note.id })
  await ann.notes.update(board, other.id, { text: 'x' })
  await ann.comments.create(board, 'notes', other.id, { text: 'x' })
  await ann.notes.update(board, note.id, { text: 'y' })
  await ann.comments.create(board, 'notes', note.id, { text: 'y' })
  await ann.strokes.createOn(board, 'notes', note.id, { points: [0, 0] })
  await ann.workspaces.update(board, { name: 'Renamed' })
  await ann.notes.delete(board, note.id)
  const sent = await hook.events(6)
  assert.deepEqual(typesOf(sent), [
    'NOTE_UPDATE',
    'COMMENT_CREATE',
    'STROKE_CREATE',
    'COMMENT_DELETE',
    'STROKE_DELETE',
    'NOTE_DELETE',
  ])
})

test('[LIS-9] [FIL-9] the url of an original is delivered only if the creator of the listener may download it', async () => {
  const { ann, vic, board, send } = await world()
  const [full, plain] = [await receiver(), await receiver()]
  await listen(ann, board, full)
  await listen(vic, board, plain)
  await ann.images.create(board, { image: await readSample('plain.png') })
  const [[one], [other]] = [await full.events(1), await plain.events(1)]
  const { pathname, search } = new URL(one?.body.image.url)
  assert.equal((await send(pathname + search)).status, 200)
  assert.notEqual(one?.body.image.url, other?.body.image.url)
  assert.ok(!one?.text.includes('"$"') && !other?.text.includes('"$"'))
})

test('[LIS-10] an independent library verifies the signature of a notification, and rejects a changed one', async () => {
  const { ann, board } = await world()
  const hook = await receiver()
  const { id, secret } = await listen(ann, board, hook)
  await ann.notes.create(board, { text: 'ü "quoted"' })
  const [sent] = await hook.events(1)
  const webhook = new Webhook(secret as string)
  assert.deepEqual(webhook.verify(sent?.text ?? '', sent?.headers ?? {}), sent?.body)
  assert.throws(() => webhook.verify(`${sent?.text} `, sent?.headers ?? {}))
  assert.throws(() => webhook.verify(sent?.text ?? '', { ...sent?.headers, 'webhook-id': 'msg_other' }))
  const { events } = await ann.events.list(board)
  assert.equal(sent?.headers['webhook-id'], `msg_${events[0]?.id}_${id}`)
})

test('[LIS-10] after a rotation both secrets sign, the new one first', async () => {
  const { ann, board, dependencies } = await world()
  const hook = await receiver()
  const { id, secret: old } = await listen(ann, board, hook)
  const { secret, previous_secret_until } = await ann.listeners.rotateSecret(id)
  assert.notEqual(secret, old)
  assert.equal((await ann.listeners.get(id)).listeners.secret, secret)
  await ann.notes.create(board, { text: 'one' })
  const [both] = await hook.events(1)
  for (const one of [old, secret]) new Webhook(one as string).verify(both?.text ?? '', both?.headers ?? {})
  assert.equal(both?.headers['webhook-signature']?.split(' ').length, 2)
  assert.ok(Date.parse(previous_secret_until) > Date.now() + 23 * 3_600_000)

  // Moves the rotation a day into the past.
  const over = { previous_secret_until: new Date(Date.now() - 1).toISOString() }
  await dependencies.db.write(tx => tx.updateTable('listeners').set(over).where('id', '=', id).execute())
  await ann.listeners.update(id, {})
  await ann.notes.create(board, { text: 'two' })
  const last = (await hook.events(2)).at(-1)
  new Webhook(secret).verify(last?.text ?? '', last?.headers ?? {})
  assert.throws(() => new Webhook(old as string).verify(last?.text ?? '', last?.headers ?? {}))
})

test('[LIS-15] a new listener is sent a TEST_HOOK, signed and among its deliveries', async () => {
  const { ann, board } = await world()
  const hook = await receiver((_, response) => response.writeHead(500).end('not today'))
  const { id, secret } = await listen(ann, board, hook)
  const [sent] = await hook.until(all => all.length > 0)
  assert.deepEqual([sent?.body.event.type, sent?.body.workspace_id, sent?.body.actor.id], ['TEST_HOOK', board, ann.id])
  new Webhook(secret as string).verify(sent?.text ?? '', sent?.headers ?? {})
  const [line] = await pollUntil(
    async () => (await ann.listeners.listDeliveries(id)).deliveries,
    ({ length }) => length > 0,
  )
  assert.deepEqual([line?.cause, line?.state, line?.event.type], ['test', 'failed', 'TEST_HOOK'])
  assert.deepEqual(line?.response, { status: 500, body: 'not today' })
  assert.equal(line?.request.body, sent?.text)

  // The failure of a test does not affect the listener.
  hook.respond = (_, response) => response.end()
  await ann.notes.create(board, { text: 'n' })
  assert.equal((await hook.events(1)).length, 1)
  assert.deepEqual((await ann.listeners.get(id)).listeners.status, ['ACTIVE'])
})

test('[LIS-10] [LIS-22] each test has its own webhook-id and event id, which a redelivery and a retry of the job keep', async () => {
  const { ann, board, dependencies } = await world()
  const hook = await receiver()
  const { id } = await listen(ann, board, hook)
  for (const count of [1, 2]) {
    await hook.until(all => all.length === count)
    await ann.listeners.test(id)
  }
  const tests = await hook.until(all => all.length === 3)
  const idsOf = (all: typeof tests) => all.map(({ headers }) => headers['webhook-id'])
  assert.equal(new Set(idsOf(tests)).size, 3)
  assert.equal(new Set(tests.map(({ body }) => body.event.id)).size, 3)

  const listed = async () => (await ann.listeners.listDeliveries(id)).deliveries
  const deliveries = await pollUntil(listed, ({ length }) => length === 3)
  for (const [index, { request, event }] of deliveries.toReversed().entries()) {
    assert.equal(request.headers['webhook-id'], idsOf(tests)[index])
    assert.deepEqual([request.body, event.id], [tests[index]?.text, tests[index]?.body.event.id])
  }
  await ann.listeners.redeliver(id, deliveries.at(-1)?.id ?? '')
  const [, , , redelivered] = await hook.until(all => all.length === 4)
  assert.deepEqual([redelivered?.headers['webhook-id'], redelivered?.text], [idsOf(tests)[0], tests[0]?.text])

  const payload = { listener_id: id, test_id: newObjectId(), requested_at: new Date().toISOString() }
  const job = {
    id: 0,
    name: 'test-listener',
    key: '',
    payload,
    attempt: 1,
    organization_id: null,
    created_at: '',
  } as const
  const handler = listenerJobs({ ...dependencies, deliverySlots: new DeliverySlots(0) })['test-listener']
  for (const attempt of [1, 2]) await handler({ ...job, attempt }, new AbortController().signal)
  const [first, second] = (await hook.until(all => all.length === 6)).slice(4)
  assert.deepEqual([second?.headers['webhook-id'], second?.text], [first?.headers['webhook-id'], first?.text])
})

test('[LIS-22] a TEST_HOOK is sent again, also to an IN_ACTIVE listener, if its owner may read the workspace', async () => {
  const { ann, bob, board } = await world()
  const hook = await receiver()
  const { id, secret } = await listen(bob, board, hook)
  await hook.until(all => all.length === 1)
  await bob.listeners.update(id, { status: 'IN_ACTIVE' })
  await bob.listeners.test(id)
  const [, again] = await hook.until(all => all.length === 2)
  assert.equal(again?.body.event.type, 'TEST_HOOK')
  new Webhook(secret as string).verify(again?.text ?? '', again?.headers ?? {})
  assert.deepEqual((await bob.listeners.get(id)).listeners.status, ['IN_ACTIVE'])
  await refused(ann.listeners.test(id), 404, 'ResourceNotFound')
  await ann.workspaces.removeUser(board, bob.id)
  await refused(bob.listeners.test(id), 403, 'ForbiddenError')
})

test('[LIS-11] [LIS-20] events are delivered to a listener that another process has just created, without a poll', async () => {
  // Its clock does not advance, so that it never polls.
  const { ann, board, dependencies } = await worldWith(
    {},
    { hasProcessing: false, delivery: { clock: new FakeClock() } },
  )
  const hook = await receiver()
  const id = await workspaceIdOf(dependencies.db, board)
  await ann.notes.create(board, { text: 'no listener' })
  const now = new Date().toISOString()
  const row = {
    id: newObjectId(),
    workspace_id: id,
    user_id: ann.id,
    url: hook.url,
    target_id: null,
    target_type: 'workspace',
  }
  const more = { event_types: '["ALL"]', status: 'ACTIVE', secret: newWebhookSecret(), after_seq: 1, skips: '[]' }
  const nothing = { previous_secret: null, previous_secret_until: null }
  // The change is made as by another process: there is no commit event in this one.
  await dependencies.db.write(tx =>
    tx
      .insertInto('listeners')
      .values({ ...row, ...more, ...nothing, created_at: now, updated_at: now })
      .execute(),
  )
  await ann.notes.create(board, { text: 'one listener' })
  assert.deepEqual(seqsOf(await hook.events(1)), [2])
})

test('[LIS-14] events while a listener is IN_ACTIVE are never delivered, not even by a replay', async () => {
  const { ann, board } = await world()
  const hook = await receiver()
  const { id } = await listen(ann, board, hook)
  const write = (text: string) => ann.notes.create(board, { text })
  await write('before')
  await hook.events(1)
  await ann.listeners.update(id, { status: 'IN_ACTIVE' })
  await write('meanwhile')
  await write('meanwhile')
  await ann.listeners.update(id, { status: 'ACTIVE' })
  await write('after')
  assert.deepEqual(seqsOf(await hook.events(2)), [1, 4])
  await ann.listeners.replay(id, { after_seq: 0 })
  assert.deepEqual(seqsOf(await hook.events(4)), [1, 4, 1, 4])
})

test('[LIS-16] the deletion of a workspace is the last event delivered, until it is restored', async () => {
  const { ann, bob, board } = await world()
  const hook = await receiver()
  await listen(ann, board, hook)
  await ann.notes.create(board, { text: 'n' })
  await ann.workspaces.delete(board)
  assert.deepEqual(typesOf(await hook.events(2)), ['NOTE_CREATE', 'WORKSPACE_DELETE'])
  await ann.workspaces.restore(board)
  await bob.notes.create(board, { text: 'again' })
  assert.deepEqual(typesOf(await hook.events(4)).slice(2), ['WORKSPACE_UPDATE', 'NOTE_CREATE'])
})

test('[LIS-16] a permanent deletion is delivered before the workspace is erased', async () => {
  const { ann, bob, board, dependencies } = await world()
  const hook = await receiver()
  await listen(bob, board, hook)
  await ann.notes.create(board, { text: 'n' })
  await ann.workspaces.delete(board, { is_permanent: true })
  assert.deepEqual(typesOf(await hook.events(2)), ['NOTE_CREATE', 'WORKSPACE_DELETE'])
  const row = dependencies.db.read.selectFrom('workspaces').select('id').where('uid', '=', board)
  await until(async () => !(await row.executeTakeFirst()))
})

test('[LIS-16] nothing is delivered after the creator of the listener loses access', async () => {
  const { ann, bob, board, dependencies } = await world()
  const hook = await receiver()
  const { id } = await listen(bob, board, hook)
  await ann.notes.create(board, { text: 'for Bob' })
  await hook.events(1)
  await ann.workspaces.removeUser(board, bob.id)
  await ann.notes.create(board, { text: 'not for Bob' })
  const isSkipped = dependencies.db.read
    .selectFrom('listeners')
    .select('id')
    .where('id', '=', id)
    .where('after_seq', '>=', 3)
  await until(() => isSkipped.executeTakeFirst())
  await ann.workspaces.addUsers(board, { users: [{ email: bob.email, workspace_role_id: 3 }] })
  await ann.notes.create(board, { text: 'for Bob again' })
  const sent = await hook.until(all => all.some(({ body }) => body.note?.text === 'for Bob again'))
  assert.ok(!sent.some(({ body }) => body.note?.text === 'not for Bob'))
})

test('[LIS-17] deliveries are listed newest first, with request and response', async () => {
  const { ann, bob, board } = await world()
  const hook = await receiver((_, response) => response.end('x'.repeat(20_000)))
  const { id } = await listen(bob, board, hook)
  for (const text of ['one', 'two', 'three']) await ann.notes.create(board, { text })
  const sent = await hook.events(3)
  const all = async () => await Array.fromAsync(bob.listeners.listDeliveries.all(id, { limit: 2 }))
  const deliveries = await pollUntil(all, ({ length }) => length >= 4)
  const events = deliveries.filter(({ cause }) => cause === 'event')
  assert.deepEqual(
    events.map(({ event }) => event.seq),
    [3, 2, 1],
  )
  const [last] = events
  assert.deepEqual([last?.state, last?.attempt, last?.error, last?.response?.status], ['delivered', 1, null, 200])
  assert.equal(last?.response?.body, 'x'.repeat(16_384))
  assert.equal(last?.request.body, sent.at(-1)?.text)
  assert.equal(last?.request.url, hook.url)
  assert.equal(last?.request.headers['webhook-id'], sent.at(-1)?.headers['webhook-id'])
  assert.equal(last?.request.headers['webhook-timestamp'], sent.at(-1)?.headers['webhook-timestamp'])

  // Without access to the workspace the bodies are hidden.
  await ann.workspaces.removeUser(board, bob.id)
  assert.ok((await all()).every(({ request }) => request.body === null))
})
