// Listeners for all workspaces of an organization.

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { member } from '../../testing/members.ts'
import { type Notification, receiver } from '../../testing/receiver.ts'
import { pollUntil } from '../../testing/until.ts'
import { type Person, type World, world, worldWith } from '../../testing/world.ts'

const adminRole = 2
const eventTypes = ['NOTE_ALL']

const listen = ({ organization }: World, person: Person, url = 'http://127.0.0.1:9/hook') =>
  person.listeners.createForOrganization(organization, { url, eventTypes })

const newBoard = async ({ ann, organization }: World, name = 'Another') =>
  (await ann.workspaces.create(organization, { name })).workspace.properties.uid

const textsIn = (sent: readonly Notification[], board: string) =>
  sent.filter(({ body }) => body.workspace_id === board).map(({ body }) => body.note.text)

test('[LIS-23] an organization’s listener is created by a user who manages it, and is listed among their listeners', async () => {
  const made = await world()
  const { ann, bob, vic, eve, organization, board } = made
  const { secret, id, ...fields } = await listen(made, ann)
  assert.deepEqual(fields, {
    workspaceId: null,
    organizationId: organization,
    targetId: null,
    targetType: 'organization',
    eventTypes,
    url: 'http://127.0.0.1:9/hook',
    status: ['ACTIVE'],
    created_with: null,
  })
  const delivery = { attempts: 0, next_attempt_at: null }
  assert.deepEqual((await ann.listeners.get(id)).listeners, { id, ...fields, delivery, secret })
  const other = await ann.listeners.create({ workspaceId: board, url: 'http://127.0.0.1:9/', eventTypes })
  assert.deepEqual(
    (await ann.listeners.list()).listeners.map(one => one.id),
    [id, other.id],
  )
  const before = await stateOf(made.dependencies.db)
  await refused(listen(made, bob), 403, 'ForbiddenError')
  await refused(listen(made, vic), 403, 'ForbiddenError')
  await refused(listen(made, eve), 404, 'ResourceNotFound')
  await refused(listen(made, ann, 'ftp://example.com'), 400, 'BadRequest', 'url')
  await refused(eve.listeners.get(id), 404, 'ResourceNotFound')
  assert.deepEqual(await stateOf(made.dependencies.db), before)
  await listen(made, await member(made, 'Adam', adminRole))
})

test('[LIS-24] events of every workspace are delivered, those of new workspaces included, signed with one secret', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const hook = await receiver()
  const { id, secret = '' } = await listen(made, ann, hook.url)
  const second = await newBoard(made)
  await bob.notes.create(board, { text: 'one' })
  await ann.notes.create(second, { text: 'two' })
  await bob.notes.create(board, { text: 'three' })
  const sent = await hook.events(3)
  assert.deepEqual([textsIn(sent, board), textsIn(sent, second)], [['one', 'three'], ['two']])
  for (const { text, headers } of sent) new Webhook(secret).verify(text, headers)
  const isTest = ({ body }: Notification) => body.event.type === 'TEST_HOOK'
  const tested = (await hook.until(all => all.some(isTest))).find(isTest)
  assert.deepEqual([tested?.body.workspace_id, tested?.body.organization_id], [null, made.organization])
  const { deliveries } = await pollUntil(
    () => ann.listeners.listDeliveries(id),
    page => page.deliveries.length === 4,
  )
  const shown = deliveries.map(({ event, workspaceId }) => [event.type, workspaceId]).sort()
  assert.deepEqual(
    shown,
    [
      ['NOTE_CREATE', board],
      ['NOTE_CREATE', board],
      ['NOTE_CREATE', second],
      ['TEST_HOOK', null],
    ].sort(),
  )
  assert.ok(deliveries.every(({ request }) => request.body !== null))
  const ids = deliveries.map(({ request }) => request.headers['webhook-id']).sort()
  assert.deepEqual(ids, hook.received.map(({ headers }) => headers['webhook-id']).sort())
})

test('[LIS-25] pausing, resuming, a new secret and deletion concern every workspace', async () => {
  const made = await world()
  const { ann, board } = made
  const hook = await receiver()
  const { id, secret: old = '' } = await listen(made, ann, hook.url)
  await ann.listeners.update(id, { status: 'IN_ACTIVE' })
  const second = await newBoard(made)
  await ann.notes.create(board, { text: 'paused' })
  await ann.notes.create(second, { text: 'paused too' })
  const { secret, previous_secret_until } = await ann.listeners.rotateSecret(id)
  assert.ok(Date.parse(previous_secret_until) > Date.now())
  await ann.listeners.update(id, { status: 'ACTIVE', eventTypes: ['NOTE_CREATE'] })
  await ann.notes.create(board, { text: 'resumed' })
  await ann.notes.create(second, { text: 'resumed too' })
  const sent = await hook.events(2)
  assert.deepEqual([textsIn(sent, board), textsIn(sent, second)], [['resumed'], ['resumed too']])
  for (const { text, headers } of sent) for (const one of [old, secret]) new Webhook(one).verify(text, headers)
  await ann.listeners.delete(id)
  await ann.notes.create(board, { text: 'deleted' })
  const rest = await made.dependencies.db.read.selectFrom('listeners').selectAll().execute()
  assert.ok(rest.every(row => row.organization_listener_id !== id))
  await refused(ann.listeners.get(id), 404, 'ResourceNotFound')
})

test('[LIS-26] a replay names the workspace, and a delivery is sent again', async () => {
  const made = await world()
  const { ann, board } = made
  const hook = await receiver()
  const { id } = await listen(made, ann, hook.url)
  await ann.notes.create(board, { text: 'one' })
  const [first] = await hook.events(1)
  for (const more of [{}, { workspaceId: 'nowhere' }])
    await refused(ann.listeners.replay(id, { after_seq: 0, ...more }), 400, 'BadRequest', 'workspaceId')
  await ann.listeners.replay(id, { after_seq: 0, workspaceId: board })
  await hook.events(2)
  const { deliveries } = await pollUntil(
    () => ann.listeners.listDeliveries(id),
    page => page.deliveries.some(({ cause }) => cause === 'event'),
  )
  const delivered = deliveries.find(({ cause }) => cause === 'event')
  await ann.listeners.redeliver(id, delivered?.id as string)
  const [, , again] = await hook.events(3)
  assert.equal(again?.headers['webhook-id'], first?.headers['webhook-id'])
  assert.deepEqual(again?.body, first?.body)
})

test('[LIS-27] nothing is delivered to a user who no longer manages the organization', async () => {
  const made = await world()
  const { ann, organization, board } = made
  const adam = await member(made, 'Adam', adminRole)
  const [hook, other] = [await receiver(), await receiver()]
  const { id } = await listen(made, adam, hook.url)
  await listen(made, ann, other.url)
  await ann.notes.create(board, { text: 'one' })
  await hook.events(1)
  await ann.organizations.updateMember(organization, adam.id, { organization_role_id: 3 })
  await ann.workspaces.addUsers(board, { users: [{ email: adam.email, workspace_role_id: 3 }] })
  await ann.notes.create(board, { text: 'two' })
  await other.events(2)
  await refused(adam.listeners.test(id), 403, 'ForbiddenError')
  await ann.organizations.updateMember(organization, adam.id, { organization_role_id: adminRole })
  await ann.notes.create(board, { text: 'three' })
  assert.deepEqual(textsIn(await hook.events(2), board), ['one', 'three'])
})

test('[LIS-28] [LIS-29] a receiver that fails is shown with its next attempt, and suspended for all workspaces', async () => {
  const clock = new FakeClock()
  const made = await worldWith({}, { delivery: { clock }, hasProcessing: false })
  const { ann, board, mail } = made
  const second = await newBoard(made)
  const hook = await receiver((_, response: ServerResponse) => response.writeHead(503).end())
  const { id } = await listen(made, ann, hook.url)
  await ann.notes.create(board, { text: 'one' })
  const { listeners } = await pollUntil(
    () => ann.listeners.get(id),
    found => found.listeners.delivery?.attempts === 1 && found.listeners.delivery.next_attempt_at !== null,
  )
  const waitMs = Date.parse(listeners.delivery?.next_attempt_at as string) - clock.now()
  assert.ok(waitMs > 4_000 && waitMs < 6_000, `${waitMs} ms`)
  hook.respond = (_, response) => response.writeHead(410).end()
  clock.advance(waitMs)
  await pollUntil(
    () => ann.listeners.get(id),
    found => found.listeners.status[0] === 'SUSPENDED',
  )
  assert.equal((await ann.listeners.get(id)).listeners.delivery?.next_attempt_at, null)
  assert.match((await mail.mailTo(ann.email, /suspended/)).text, /workspaces of/)
  await ann.notes.create(second, { text: 'two' })
  hook.respond = (_, response) => response.end()
  await ann.listeners.update(id, { status: 'ACTIVE' })
  const sent = (await hook.events(4)).slice(2)
  assert.deepEqual([textsIn(sent, board), textsIn(sent, second)], [['one'], ['two']])
})

test('[LIS-29] a listener of a workspace shows its next attempt', async () => {
  const clock = new FakeClock()
  const { ann, board } = await worldWith({}, { delivery: { clock }, hasProcessing: false })
  const hook = await receiver((_, response: ServerResponse) => response.writeHead(503).end())
  const { id } = await ann.listeners.create({ workspaceId: board, url: hook.url, eventTypes })
  await ann.notes.create(board, { text: 'one' })
  const failing = await pollUntil(
    async () => (await ann.listeners.list()).listeners[0]?.delivery,
    state => state?.attempts === 1 && state.next_attempt_at !== null,
  )
  hook.respond = (_, response) => response.end()
  clock.advance(Date.parse(failing?.next_attempt_at as string) - clock.now())
  await pollUntil(
    async () => (await ann.listeners.get(id)).listeners.delivery,
    state => state?.attempts === 0 && state.next_attempt_at === null,
  )
})

test('[LIM-9] an organization has a limited number of listeners, and its parts count for no workspace', async () => {
  const made = await worldWith({ listenersPerWorkspace: 2 }, { hasWorker: false })
  const { ann, board } = made
  await listen(made, ann)
  await listen(made, ann)
  assert.match((await refused(listen(made, ann), 403, 'ForbiddenError')).message, /at most 2 listeners/)
  for (let count = 0; count < 2; count++)
    await ann.listeners.create({ workspaceId: board, url: 'http://127.0.0.1:9/', eventTypes })
})

test('[LIS-24] a workspace that is created at the same time as the listener is covered exactly once', async () => {
  const made = await world()
  const { ann } = made
  const hook = await receiver()
  const [boards] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, (_, index) => newBoard(made, `Board ${index}`))),
    listen(made, ann, hook.url),
  ])
  await Promise.all(boards.map(board => ann.notes.create(board, { text: board })))
  const sent = await hook.events(boards.length)
  assert.deepEqual(sent.map(({ body }) => body.note.text).sort(), [...boards].sort())
})
