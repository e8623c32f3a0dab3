// Tests the number of listeners, and of concurrent deliveries to one host.

import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setImmediate as later } from 'node:timers/promises'
import { refused } from '../../testing/assert-refused.ts'
import { receiver } from '../../testing/receiver.ts'
import { until } from '../../testing/until.ts'
import { type Person, worldWith } from '../../testing/world.ts'

const listen = (person: Person, workspaceId: string, url = 'http://127.0.0.1:9/') =>
  person.listeners.create({ workspaceId, url, eventTypes: ['ALL'] })

const withoutWorker = { hasWorker: false }

test('[LIM-9] a user has a limited number of listeners, even if they are created concurrently', async () => {
  const { ann, bob, board } = await worldWith({ listenersPerUser: 2 }, withoutWorker)
  const made = await Promise.allSettled(Array.from({ length: 5 }, () => listen(ann, board)))
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 2)
  const error = await refused(listen(ann, board), 403, 'ForbiddenError')
  assert.match(error.message, /at most 2 listeners/)
  await listen(bob, board)
  const { listeners } = await ann.listeners.list()
  assert.equal(listeners.length, 2)
  await ann.listeners.update(listeners[0]?.id as string, { eventTypes: ['NOTE_ALL'] })
  await ann.listeners.delete(listeners[0]?.id as string)
  await listen(ann, board)
})

test('[LIM-9] a workspace has a limited number of listeners of all users', async () => {
  const { ann, bob, board, organization } = await worldWith({ listenersPerWorkspace: 2 }, withoutWorker)
  await listen(ann, board)
  await listen(bob, board)
  const error = await refused(listen(bob, board), 403, 'ForbiddenError')
  assert.match(error.message, /A workspace can have at most 2 listeners/)
  const { workspace } = await ann.workspaces.create(organization, { name: 'Other' })
  await listen(ann, workspace.properties.uid)
})

test('[LIM-10] deliveries to one host are limited over all listeners, and another host does not wait', async () => {
  const { ann, board } = await worldWith({ deliveriesPerHost: 3 })
  const open: ServerResponse[] = []
  const [slow, other] = await Promise.all([receiver(), receiver(undefined, '127.0.0.2')])
  const ids = await Promise.all(Array.from({ length: 6 }, () => listen(ann, board, slow.url)))
  await slow.until(all => all.length === ids.length)
  slow.respond = (_, response) => void open.push(response)
  await listen(ann, board, other.url)
  await ann.notes.create(board, { text: 'a note' })
  await other.events(1)
  await until(async () => open.length >= 3)
  for (let count = 0; count < 20; count++) await later()
  assert.equal(open.length, 3)
  let ended = 0
  while (ended < ids.length) {
    await until(async () => open.length > 0)
    assert.ok(open.length <= 3, `${open.length} at once`)
    open.shift()?.end()
    ended += 1
  }
})
