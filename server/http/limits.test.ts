// Rate limits and the maximum size of bodies.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../testing/assert-refused.ts'
import { world, worldWith } from '../testing/world.ts'

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
