import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json, startWire } from '../testing/wire-server.ts'

test('an id is escaped, so that it stays one segment of the path', async t => {
  const { client, received } = await startWire(t)
  for (const id of ['a/b', 'x?y=1#z', 'ö 雪', '%2e%2e', '...', '..\\']) await client.listeners.get(id)
  assert.deepEqual(
    received.map(({ path }) => path.replace('/api/listeners/', '')),
    ['a%2Fb', 'x%3Fy%3D1%23z', '%C3%B6%20%E9%9B%AA', '%252e%252e', '...', '..%5C'],
  )
})

test('an id that cannot stand in a path is refused, and nothing is sent', async t => {
  const { client, received } = await startWire(t)
  for (const id of ['', '.', '..', '\ud800', undefined, null, {}]) {
    await assert.rejects(client.listeners.get(id as string), { name: 'TypeError', message: /^listener_id cannot be / })
  }
  assert.equal(received.length, 0)
})

test('ids of organizations and users are numbers, and a user may be "me"', async t => {
  const { client, received } = await startWire(t)
  await client.organizations.updateMember(3, 7, { first_name: 'Ann' })
  await client.users.listWorkspacesIn('me', 3)
  assert.deepEqual(
    received.map(({ path }) => path),
    ['/api/organizations/3/users/7', '/api/users/me/organizations/3/workspaces'],
  )
})

test('a query is escaped, and what is undefined or null is left out', async t => {
  const { client, received } = await startWire(t)
  const query = { query: 'a&b=ö +%', order_by: undefined, limit: 5, offset: null } as unknown as { query: string }
  await client.users.listWorkspaces('me', query)
  await client.users.listWorkspaces('me')
  assert.deepEqual(
    received.map(one => one.query),
    [{ query: 'a&b=ö +%', limit: '5' }, {}],
  )
})

test('a body that may be left out is sent as an empty object', async t => {
  const { client, received } = await startWire(t)
  await client.workspaces.favorite('w')
  await client.workspaces.delete('w', undefined, { headers: { 'X-Probe': 'probe' } })
  assert.deepEqual(received.map(json), [{}, {}])
  assert.deepEqual(
    received.map(({ headers }) => headers['content-type']),
    ['application/json', 'application/json'],
  )
  assert.equal(received[1]?.headers['x-probe'], 'probe')
})

test('an operation without a body sends none, also as a POST', async t => {
  const { client, received } = await startWire(t)
  await client.workspaces.restore('w')
  assert.equal(received[0]?.headers['content-type'], undefined)
  assert.equal(received[0]?.bytes.length, 0)
})

test('ifMatch, idempotencyKey and headers of a call are sent', async t => {
  const { client, received } = await startWire(t)
  await client.notes.update('w', 'n', { text: 'b' }, { ifMatch: 3, headers: { 'X-Probe': 'probe' } })
  await client.notes.create('w', { text: 'a' }, { idempotencyKey: 'mine' })
  assert.equal(received[0]?.headers['if-match'], '"3"')
  assert.equal(received[0]?.headers['x-probe'], 'probe')
  assert.equal(received[1]?.headers['idempotency-key'], 'mine')
})

test('an invalid header is an error of the caller and is not retried', async t => {
  const { client, received } = await startWire(t)
  await assert.rejects(client.users.me({ headers: { 'X-Probe': 'a\nb' } }), TypeError)
  assert.equal(received.length, 0)
})
