// Rate limits, concurrent requests and the maximum size of bodies.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openRequestSlots } from '../../platform/limits/concurrency-limits.ts'
import { refused } from '../../testing/assert-refused.ts'
import { type World, world, worldWith } from '../../testing/world.ts'

test('[LIM-1] [LIM-2] a user above the rate limit has to wait, and no one else', async () => {
  const { ann, bob, board, send } = await worldWith({ rateLimitPerMinute: 10 })
  const request = () => send(`/api/workspaces/${board}/notes`, { as: ann })
  const seen: (string | null)[] = []
  let response = await request()
  for (; response.status === 200; response = await request()) {
    assert.equal(response.headers.get('ratelimit-limit'), '10')
    const reset = Number(response.headers.get('ratelimit-reset'))
    assert.ok(reset >= 0 && reset <= 60)
    seen.push(response.headers.get('ratelimit-remaining'))
  }
  assert.deepEqual(
    seen,
    seen.map((_, index) => String(seen.length - 1 - index)),
  )
  assert.equal(response.status, 429)
  assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal(response.headers.get('ratelimit-remaining'), '0')
  const error = await refused(ann.notes.create(board, { text: 'x' }), 429, 'TooManyRequests')
  assert.ok((error.retryAfterSeconds ?? 0) <= 60)
  assert.equal((await bob.notes.list(board)).total, 0)
})

test('[LIM-1] [LIM-2] without a limit there are no rate limit headers', async () => {
  const { ann, board, send } = await world()
  const response = await send(`/api/workspaces/${board}/notes`, { as: ann })
  assert.equal(response.headers.get('ratelimit-limit'), null)
})

test('[LIM-2] refused requests count, and their headers show what is left', async () => {
  const { ann, board, send } = await worldWith({ rateLimitPerMinute: 100 })
  const remaining = async (path: string) => Number((await send(path, { as: ann })).headers.get('ratelimit-remaining'))
  const first = await remaining(`/api/workspaces/${board}/notes`)
  assert.equal(await remaining(`/api/workspaces/${board}/notes/nothing`), first - 1)
  assert.equal(await remaining(`/api/workspaces/${board}/objects?box=x`), first - 2)
})

const create = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => ({ op: 'create', kind: 'note', data: { text: `note ${index}` } }) as const,
  )

/** What a request counts in the rate limit. */
async function costOf({ ann, send, board }: World, path: string, body?: object): Promise<number> {
  const remaining = async (...request: Parameters<typeof send>) =>
    Number((await send(...request)).headers.get('ratelimit-remaining'))
  const before = await remaining(`/api/workspaces/${board}/notes`, { as: ann })
  const headers = { 'content-type': 'application/json' }
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {}
  return before - (await remaining(`/api/workspaces/${board}/${path}`, { as: ann, ...init }))
}

test('[LIM-5] a request counts by what it asks for, and the headers show it', async () => {
  const there = await worldWith({ rateLimitPerMinute: 5_000 })
  const costs = {
    notes: await costOf(there, 'notes'),
    'events?limit=100': await costOf(there, 'events?limit=100'),
    objects: await costOf(there, 'objects'),
    'events?limit=1000': await costOf(there, 'events?limit=1000'),
    'events?limit=1000000': await costOf(there, 'events?limit=1000000'),
    'notes?limit=1000': await costOf(there, 'notes?limit=1000'),
    'objects?query=a': await costOf(there, 'objects?query=a'),
    'objects?at=0': await costOf(there, 'objects?at=0'),
    '100 changes': await costOf(there, 'changes', { changes: create(100) }),
    '200 changes': await costOf(there, 'changes', { changes: create(200) }),
  }
  const { 'notes?limit=1000': page, '100 changes': few, '200 changes': many, ...others } = costs
  assert.deepEqual(others, {
    notes: 1,
    'events?limit=100': 1,
    objects: 1,
    'events?limit=1000': 21,
    'events?limit=1000000': 21,
    'objects?query=a': 5,
    'objects?at=0': 11,
  })
  assert.equal(page, 5, 'a list has at most 200 items')
  // The reply counts as well.
  assert.ok(few < many && many >= 5, `${few}, ${many}`)
  assert.ok((await costOf(there, 'objects')) > 2, 'a long reply')
})

test('[LIM-5] a request that counts more than what is left is refused, and none counts more than the limit', async () => {
  const { ann, board, send } = await worldWith({ rateLimitPerMinute: 30 })
  const request = (path: string) => send(`/api/workspaces/${board}/${path}`, { as: ann })
  assert.equal((await request('events?limit=1000')).status, 200)
  const response = await request('events?limit=1000')
  assert.deepEqual([response.status, response.headers.get('ratelimit-remaining')], [429, '0'])
  const small = await worldWith({ rateLimitPerMinute: 10 })
  assert.equal((await small.send(`/api/workspaces/${small.board}/events?limit=1000`, { as: small.bob })).status, 200)
})

test('[LIM-6] requests beyond those that run at the same time wait for their turn', async () => {
  const { ann, board } = await worldWith({ concurrentRequestsPerUser: 2 })
  await Promise.all(Array.from({ length: 30 }, (_, index) => ann.notes.create(board, { text: `note ${index}` })))
  assert.equal((await ann.notes.list(board)).total, 30)

  const slots = openRequestSlots(2)
  const ends: (() => void)[] = []
  const order: number[] = []
  const run = (index: number) =>
    slots.run(() => {
      order.push(index)
      return new Promise<void>(resolve => ends.push(resolve))
    }, 1)
  const all = Array.from({ length: 42 }, (_, index) => run(index))
  await assert.rejects(run(42), { code: 'TooManyRequests', retryAfterSeconds: 1 })
  assert.equal(await slots.run(async () => 'at once', 2), 'at once', 'another user does not wait')
  assert.deepEqual([order, slots.highest], [[0, 1], 2])
  for (const request of all) {
    while (ends.length === 0) await nextTurn()
    ends.shift()?.()
    await request
  }
  assert.deepEqual(
    order,
    all.map((_, index) => index),
  )
})

test('[LIM-7] a small request overtakes the large reads of another user', async () => {
  const { ann, bob, board, send } = await world()
  await ann.objects.change(board, { changes: create(1_000) })
  const order: string[] = []
  const read = async (name: string, as: typeof ann, path: string) => {
    const response = await send(`/api/workspaces/${board}/${path}`, { as })
    await response.text()
    order.push(name)
    return response.status
  }
  const large = Array.from({ length: 16 }, (_, index) =>
    read('large', ann, index % 2 === 0 ? `events?limit=1000&after=${index}` : `objects?limit=${1_000 - index}`),
  )
  const small = read('small', bob, 'notes?limit=1')
  assert.deepEqual(new Set(await Promise.all([...large, small])), new Set([200]))
  const before = order.indexOf('small')
  assert.ok(before <= 3, `${before} large reads were answered before the small request`)
})

test('[LIM-3] a JSON body has at most a megabyte, or as many bytes as configured', async () => {
  const { ann, board, send } = await world()
  const post = (bytes: number) => {
    const body = `{"text":"x"${' '.repeat(bytes - 12)}}`
    return send(`/api/workspaces/${board}/notes`, {
      as: ann,
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
  }
  assert.equal((await post(1_048_576)).status, 201)
  assert.equal((await post(1_048_577)).status, 400)
  const small = await worldWith({ bodyLimitBytes: 2_000 })
  await refused(small.ann.notes.create(small.board, { text: 'x'.repeat(2_000) }), 400, 'PayloadTooLarge')
  assert.equal((await small.ann.notes.list(small.board)).total, 0)
})

test('[LIM-19] visitors of one IPv6 network count as one address', async () => {
  const { send } = await worldWith({ rateLimitPerMinute: 5, trustedProxies: ['127.0.0.1'] })
  const visit = async (path: string, address: string) =>
    (await send(path, { headers: { 'x-forwarded-for': address } })).status
  for (const path of [`/view/${'A'.repeat(20)}/preview.png`, `/api/published/${'A'.repeat(20)}`]) {
    const network = path.startsWith('/api') ? '2001:db8:1:1' : '2001:db8:1:2'
    const statuses: number[] = []
    for (let host = 1; host <= 6; host += 1) statuses.push(await visit(path, `${network}::${host}`))
    assert.deepEqual(statuses, [404, 404, 404, 404, 404, 429], path)
    assert.equal(await visit(path, '2001:db8:1:3::1'), 404)
    assert.equal(await visit(path, '::ffff:203.0.113.7'), 404)
  }
})
