// Idempotency keys: the same request sent twice takes effect once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { withServer } from '../../testing/local-server.ts'
import { readSample } from '../../testing/sample-file.ts'
import { type Person, type World, world } from '../../testing/world.ts'

interface Post {
  as: Person
  path: string
  body: unknown
  key: string
}

async function post({ send }: World, { as, path, body, key }: Post) {
  const isForm = body instanceof FormData
  const headers = { 'idempotency-key': key, ...(isForm ? {} : { 'content-type': 'application/json' }) }
  const init = { as, method: 'POST', headers, body: isForm ? body : JSON.stringify(body) }
  const response = await send(`/api${path}`, init)
  return { status: response.status, body: await response.text(), replayed: response.headers.get('idempotent-replayed') }
}

async function imageForm(sample: string, more: Record<string, string> = {}): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  form.set('image', new Blob([(await readSample(sample)) as BlobPart]), 'picture')
  return form
}

/** One example of each kind of POST: a body, and another one for a conflicting retry. */
async function examples({
  ann,
  board,
  organization,
  eve,
}: World): Promise<[path: string, body: unknown, other: unknown][]> {
  const { note } = await ann.notes.create(board, { text: 'n' })
  const there = `/workspaces/${board}`
  return [
    [`${there}/notes`, { text: 'a' }, { text: 'b' }],
    [`${there}/strokes`, { points: [1, 2] }, { points: [1, 3] }],
    [`${there}/notes/${note.id}/strokes`, { points: [1, 2] }, { points: [1, 2], brushSize: 4 }],
    [`${there}/notes/${note.id}/comments`, { text: `hello @${eve.email}` }, { text: 'hello' }],
    [
      `${there}/changes`,
      { changes: [{ op: 'create', kind: 'note', data: { text: 'x' } }] },
      { changes: [{ op: 'delete', id: note.id }] },
    ],
    [`${there}/images`, await imageForm('plain.png'), await imageForm('plain.gif')],
    [`${there}/images`, await imageForm('plain.png', { x: '5' }), await imageForm('plain.png', { x: '6' })],
    [`${there}/favorite`, { favorite: true }, { favorite: false }],
    [`/organizations/${organization}/workspaces`, { name: 'One' }, { name: 'Two' }],
    ['/tokens', { name: 'script' }, { name: 'other' }],
    [
      '/applications',
      { name: 'a', redirect_uri: 'https://example.com' },
      { name: 'b', redirect_uri: 'https://example.com' },
    ],
    [
      '/listeners',
      { workspaceId: board, url: 'http://127.0.0.1:9/', eventTypes: ['ALL'] },
      { workspaceId: board, url: 'http://127.0.0.1:9/', eventTypes: ['NOTE_ALL'] },
    ],
  ]
}

test('[CHG-8] [CHG-9] every kind of POST replays the first response byte for byte and changes nothing', async () => {
  const made = await world()
  for (const [index, [path, body, other]] of (await examples(made)).entries()) {
    const call = { as: made.ann, path, body, key: `key-${index}` }
    const first = await post(made, call)
    assert.ok([200, 201].includes(first.status), `${path} ${first.body}`)
    const before = await stateOf(made.dependencies.db)
    const again = await post(made, call)
    assert.deepEqual(again, { ...first, replayed: 'true' }, path)
    const different = await post(made, { ...call, body: other })
    assert.equal(different.status, 422, `${path} ${different.body}`)
    assert.equal(JSON.parse(different.body).error.code, 'UnprocessableContent')
    assert.deepEqual(await stateOf(made.dependencies.db), before, path)
  }
})

test('[CHG-8] the response is replayed unchanged even if the object was changed or deleted since', async () => {
  const made = await world()
  const { ann, board } = made
  const call = { as: ann, path: `/workspaces/${board}/notes`, body: { text: 'first' }, key: 'k' }
  const first = await post(made, call)
  const { note } = JSON.parse(first.body)
  await ann.notes.update(board, note.id, { text: 'second' })
  assert.equal((await post(made, call)).body, first.body)
  await ann.notes.delete(board, note.id)
  assert.equal((await post(made, call)).body, first.body)
  assert.equal((await ann.notes.list(board)).total, 0)
})

test('[CHG-8] the response for a fetched image is replayed without fetching again', async () => {
  const made = await world()
  const png = await readSample('plain.png')
  let requests = 0
  await withServer(
    (_request, response) => {
      requests += 1
      response.writeHead(requests === 1 ? 200 : 404).end(requests === 1 ? png : '')
    },
    async ({ origin }) => {
      const path = `/workspaces/${made.board}/images`
      const call = { as: made.ann, path, body: { url: `${origin}/x`, x: 1 }, key: 'fetched' }
      const first = await post(made, call)
      assert.equal(first.status, 201)
      assert.deepEqual(await post(made, call), { ...first, replayed: 'true' })
      assert.equal((await post(made, { ...call, body: { url: `${origin}/x`, x: 2 } })).status, 422)
      assert.equal(requests, 1)
    },
  )
})

test('[CHG-9] [CHG-8] of many concurrent requests with one key, one takes effect; the others conflict or get its response', async () => {
  const made = await world()
  const { ann, board, organization } = made
  const calls: [string, unknown, () => Promise<number>][] = [
    [`/workspaces/${board}/notes`, { text: 'once' }, async () => (await ann.notes.list(board)).total],
    [`/workspaces/${board}/images`, await imageForm('plain.png'), async () => (await ann.images.list(board)).total],
    [
      `/organizations/${organization}/workspaces`,
      { name: 'Once' },
      async () => (await ann.users.listWorkspaces('me')).total - 1,
    ],
  ]
  for (const [path, body, count] of calls) {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => post(made, { as: ann, path, body, key: 'same' })),
    )
    assert.equal(await count(), 1, path)
    const done = responses.filter(response => response.status === 201)
    assert.ok(done.length >= 1)
    assert.equal(new Set(done.map(response => response.body)).size, 1)
    const others = responses.filter(response => response.status !== 201)
    for (const other of others) assert.equal(JSON.parse(other.body).error.code, 'Conflict')
    assert.deepEqual(new Set(others.map(other => other.status)), new Set(others.length > 0 ? [409] : []))
  }
})

test('[CHG-8] a key is valid only for its user and its path', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const call = { as: ann, path: `/workspaces/${board}/notes`, body: { text: 'same' }, key: 'shared' }
  const bodies = [
    await post(made, call),
    await post(made, { ...call, as: bob }),
    await post(made, { ...call, path: `/workspaces/${board}/text` }),
    await post(made, { ...call, key: 'other' }),
  ]
  assert.deepEqual(
    bodies.map(response => [response.status, response.replayed]),
    bodies.map(() => [201, null]),
  )
  assert.equal((await ann.objects.list(board)).objects.length, 4)
})

test('[CHG-8] a refused request is not stored', async () => {
  const made = await world()
  const { ann, vic, board, organization } = made
  const notes = { as: ann, path: `/workspaces/${board}/notes`, key: 'k' }
  assert.equal((await post(made, { ...notes, body: { text: 7 } })).status, 400)
  assert.equal((await post(made, { ...notes, body: { text: 'mended' } })).status, 201)
  const workspaces = { as: ann, path: `/organizations/${organization}/workspaces`, key: 'k' }
  const unknown = { name: 'W', users: [{ email: 'nobody@example.com' }] }
  assert.equal((await post(made, { ...workspaces, body: unknown })).status, 400)
  assert.equal((await post(made, { ...workspaces, body: { name: 'W' } })).status, 201)
  const asVic = { as: vic, path: `/workspaces/${board}/notes`, body: { text: 'v' }, key: 'v' }
  assert.equal((await post(made, asVic)).status, 403)
  await ann.workspaces.updateUser(board, vic.id, { workspace_role_id: 3 })
  assert.equal((await post(made, asVic)).status, 201)
})

test('[CHG-8] after 24 hours a key can be used again', async () => {
  const made = await world()
  const { ann, board, dependencies, organization } = made
  const calls = [
    { as: ann, path: `/workspaces/${board}/notes`, body: { text: 'daily' }, key: 'day' },
    { as: ann, path: `/organizations/${organization}/workspaces`, body: { name: 'Daily' }, key: 'day' },
  ]
  const age = (hours: number) =>
    dependencies.db.write(tx =>
      tx
        .updateTable('idempotency_keys')
        .set({ created_at: new Date(Date.now() - hours * 3_600_000).toISOString() })
        .where('user_id', '=', ann.id)
        .execute(),
    )
  for (const call of calls) {
    const first = await post(made, call)
    await age(23.9)
    assert.equal((await post(made, call)).body, first.body)
    await age(24.1)
    const later = await post(made, {
      ...call,
      body: { ...call.body, ...(call.body.text ? { text: 'new' } : { name: 'New' }) },
    })
    assert.deepEqual([later.status, later.replayed], [201, null])
    assert.notEqual(later.body, first.body)
  }
})

test('[CHG-8] [AUT-5] a revoked token gets no replayed response', async () => {
  const made = await world()
  const { ann, board, dependencies, organization } = made
  const calls = [
    { as: ann, path: `/workspaces/${board}/notes`, body: { text: 'secret' }, key: 'k' },
    { as: ann, path: `/organizations/${organization}/workspaces`, body: { name: 'Secret' }, key: 'k' },
  ]
  for (const call of calls) assert.equal((await post(made, call)).status, 201)
  const revoked_at = new Date().toISOString()
  await dependencies.db.write(tx =>
    tx.updateTable('grants').set({ revoked_at }).where('user_id', '=', ann.id).execute(),
  )
  for (const call of calls) assert.equal((await post(made, call)).status, 401)
})

test('[CHG-8] a key has 1 to 255 visible characters and is ignored outside POST', async () => {
  const made = await world()
  const { ann, board, send } = made
  const call = { as: ann, path: `/workspaces/${board}/notes`, body: { text: 'x' } }
  assert.equal((await post(made, { ...call, key: '~'.repeat(255) })).status, 201)
  for (const key of ['', 'a b', 'é', 'x'.repeat(256)])
    assert.equal((await post(made, { ...call, key })).status, 400, key)
  const { note } = await ann.notes.create(board, { text: 'n' })
  const put = (x: number) =>
    send(`/api/workspaces/${board}/notes/${note.id}`, {
      as: ann,
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'put' },
      body: JSON.stringify({ x }),
    })
  assert.deepEqual([(await put(1)).status, (await put(2)).status], [200, 200])
  assert.equal((await ann.notes.get(board, note.id)).note.x, 2)
  await refused(ann.notes.get(board, 'f'.repeat(24)), 404, 'ResourceNotFound')
})

test('[AUT-11] a stored response is encrypted, and its secret is replayed', async () => {
  const { ann, dependencies } = await world()
  const options = { idempotencyKey: `once-${ann.id}` }
  const draft = { name: 'app', redirect_uri: 'https://example.com/back' }
  const { application } = await ann.applications.create(draft, options)
  const again = await ann.applications.create(draft, options)
  assert.equal(again.application.client_secret, application.client_secret)
  const rows = JSON.stringify(await dependencies.db.read.selectFrom('idempotency_keys').selectAll().execute())
  assert.ok(!rows.includes(application.client_secret as string) && !rows.includes(options.idempotencyKey))
})
