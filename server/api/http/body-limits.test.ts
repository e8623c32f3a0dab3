// What bodies cost in the rate limit, and how complex JSON may be, on every way in: REST, forms, MCP and the live socket.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJson } from '../../platform/limits/index.ts'
import { openLive } from '../../testing/live-client.ts'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { type Person, type World, world, worldWith } from '../../testing/world.ts'

const json = { 'content-type': 'application/json' }
const megabyte = 1_048_576

const remainingOf = async ({ send }: World, as: Person) =>
  Number((await send('/api/session/user', { as })).headers.get('ratelimit-remaining'))

/** What the requests count, without the two that measure. */
async function costOf(there: World, as: Person, run: () => Promise<unknown>): Promise<number> {
  const before = await remainingOf(there, as)
  await run()
  return before - (await remainingOf(there, as)) - 1
}

/** A list of 1,000 changes that is a megabyte long. */
function largeList(op: string, more: object = {}): string {
  const changes = Array.from({ length: 1_000 }, () => ({ op, ...more, data: { text: 'x'.repeat(960) } }))
  return JSON.stringify({ changes })
}

test('[LIM-5] a body counts once for every 64 kB, also one that is refused, and one that is repeated', async () => {
  const there = await worldWith({ rateLimitPerMinute: 6_000 })
  const { ann, board, send } = there
  const post = (path: string, body: string, headers = {}) =>
    send(`/api/workspaces/${board}/${path}`, { as: ann, method: 'POST', headers: { ...json, ...headers }, body })
  const note = (bytes: number) => `{"text":"x"${' '.repeat(bytes - 12)}}`
  assert.equal(await costOf(there, ann, () => post('notes', note(65_536))), 1)
  assert.equal(await costOf(there, ann, () => post('notes', note(65_537))), 2)
  assert.equal(await costOf(there, ann, () => post('notes', note(megabyte))), 16)
  for (const body of ['{'.padEnd(megabyte), '['.repeat(megabyte), `{"text":[${'1,'.repeat(500_000)}1]}`])
    assert.equal(await costOf(there, ann, () => post('notes', body)), 16, body.slice(0, 20))
  const keyed = () => post('notes', note(megabyte), { 'idempotency-key': 'same' })
  await keyed()
  assert.equal(await costOf(there, ann, keyed), 16)
  const form = new FormData()
  for (let field = 0; field < 9; field += 1) form.append(`field${field}`, 'x'.repeat(90_000))
  const upload = () => send(`/api/workspaces/${board}/images`, { as: ann, method: 'POST', body: form })
  assert.equal(await costOf(there, ann, upload), 5 + 12)
  const large = largeList('create', { kind: 'note' })
  assert.ok(large.length > 1_000_000 && large.length < megabyte)
  const cost = await costOf(there, ann, () => post('changes', large))
  assert.ok(cost >= 36 && cost <= 100, `60 lists of 1,000 changes a minute are possible; one counts ${cost}`)
})

test('[LIM-5] no body counts more than the limit', async () => {
  const { bob, board, send } = await worldWith({ rateLimitPerMinute: 10 })
  const body = `{"text":"x"${' '.repeat(megabyte - 12)}}`
  const response = await send(`/api/workspaces/${board}/notes`, { as: bob, method: 'POST', headers: json, body })
  assert.deepEqual([response.status, response.headers.get('ratelimit-remaining')], [201, '0'])
})

test('[LIM-5] a large live message is charged before it is read, and its change is refused', async () => {
  const there = await worldWith({ rateLimitPerMinute: 100 })
  const { bob } = there
  await using socket = await openLive(there, bob)
  const change = (id: string) => `{"type":"change","id":"${id}","changes":[${' '.repeat(1_000_000)}`
  // These are no JSON, so only a change that is refused unread leaves the connection open.
  const more = JSON.parse(largeList('create', { kind: 'note' })).changes.slice(0, 900)
  for (const id of ['1', '2', '3', '4']) socket.send({ type: 'change', id, changes: more })
  await socket.next('refused')
  socket.send(change('unread'))
  const { error } = await socket.next('refused', ({ id }) => id === 'unread')
  assert.equal(error.code, 'TooManyRequests')
  assert.equal((await there.send('/api/session/user', { as: bob })).status, 429)
  assert.equal((await there.send('/api/session/user', { as: there.ann })).status, 200)
})

test('[LIM-16] JSON with too many levels, keys or lists is refused before it is parsed, in the API, live and in MCP', async () => {
  const there = await world()
  const { ann, board, send } = there
  const { token } = await withPersonalToken(there, ann)
  const bodies = {
    levels: `{"text":${'['.repeat(65)}${']'.repeat(65)}}`,
    keys: `{${Array.from({ length: 50_001 }, (_, index) => `"${index.toString(36)}":1`).join()}}`,
    lists: `{"text":[${'[],'.repeat(200_000)}[]]}`,
  }
  for (const [what, body] of Object.entries(bodies)) {
    const response = await send(`/api/workspaces/${board}/notes`, { as: ann, method: 'POST', headers: json, body })
    const { error } = (await response.json()) as { error: { message: string } }
    assert.deepEqual(
      [response.status, /levels deep|50,000 keys|200,000 objects and lists/.test(error.message)],
      [400, true],
      what,
    )
    const headers = { ...json, authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
    assert.equal((await send('/mcp', { method: 'POST', headers, body })).status, 400, what)
    await using socket = await openLive(there, ann)
    socket.send(body)
    assert.equal((await socket.next('error')).error.code, 'BadRequest')
  }
  assert.equal((await ann.notes.list(board)).total, 0)
  const deepest = `{"text":"x","more":${'['.repeat(63)}${']'.repeat(63)}}`
  const fine = { as: ann, method: 'POST', headers: json, body: deepest }
  assert.equal((await send(`/api/workspaces/${board}/notes`, fine)).status, 201)
})

test('[LIM-16] brackets, colons and quotes in texts do not count', () => {
  const text = `${'[{:"\\'.repeat(100_000)}`
  assert.deepEqual(readJson(Buffer.from(JSON.stringify({ text }))), { text })
})

test('[LIM-17] a body for an address or method that does not exist is not read', async () => {
  const { board, send } = await world()
  const body = `{${'x'.repeat(50_000)}`
  const status = async (path: string, method: string) => (await send(path, { method, headers: json, body })).status
  assert.deepEqual(
    [await status('/api/nothing', 'POST'), await status(`/api/workspaces/${board}/notes`, 'DELETE')],
    [404, 405],
  )
})

test('[MCP-56] a message of more than a megabyte must call a tool that takes a file, and counts by its size', async () => {
  const there = await worldWith({ rateLimitPerMinute: 6_000 })
  const { ann, board, send } = there
  const { token } = await withPersonalToken(there, ann)
  const headers = { ...json, authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
  const call = (name: string, args: object, id: unknown = 1) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })
  const post = (body: string) => send('/mcp', { method: 'POST', headers, body })
  const content = 'x'.repeat(2 * megabyte)
  assert.equal((await post(call('add_comment', { workspace_id: board, text: content }))).status, 400)
  assert.equal((await post(`[${call('import', { workspace_id: board, content })}]`)).status, 400)
  const manyKeys = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 1]))
  assert.equal((await post(call('import', { workspace_id: board, content, ...manyKeys }))).status, 400)
  const refusedCost = await costOf(there, ann, () => post(call('search', { query: content })))
  assert.equal(refusedCost, 33)
  const batch = `[${Array.from({ length: 20 }, (_, index) => call('nothing', {}, index)).join()}]`
  assert.equal(await costOf(there, ann, () => post(batch)), 20)
  const imported = await post(call('import', { workspace_id: board, format: 'markdown', content }))
  assert.equal(imported.status, 200)
})
