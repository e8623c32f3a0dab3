// Error responses: the status of each error in each set, and the special cases of paths, ids and bodies.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allOperations, ErrorReply, type NamedOperation, parameterNames, statusOf } from '@tessera/contract'
import { sql } from 'kysely'
import { Compile } from 'typebox/compile'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { actorOf, exampleBodies, scene, sendOperation } from '../../testing/scene.ts'
import { type Person, type World, world, worldWith } from '../../testing/world.ts'

const json = { 'content-type': 'application/json' }
const isError = Compile(ErrorReply)

async function codeOf(response: Response): Promise<string> {
  const body = (await response.json()) as { error: { code: string; request_id: string } }
  assert.ok(isError.Check(body), JSON.stringify(body))
  assert.equal(body.error.request_id, response.headers.get('x-request-id'))
  return body.error.code
}

/** An operation of each set that a Viewer may not run, if there is one. */
const ofEachSet = ({ board, vic }: World): Record<'A' | 'B' | 'C' | 'D', [string, string, object?]> => ({
  A: ['POST', `/workspaces/${board}/notes`, { text: 'x' }],
  B: ['POST', `/workspaces/${board}/users`, { users: [{ email: vic.email, workspace_role_id: 3 }] }],
  C: ['PUT', `/workspaces/${board}`, { name: 'Renamed' }],
  D: ['GET', `/workspaces/${board}`, undefined],
})

test('[ERR-2] the code names the error, and so does the status if the set allows it', async () => {
  const made = await world()
  const { ann, vic, eve, send } = made
  const table: [what: string, code: string, ...statuses: (number | null)[]][] = [
    ['no token', 'Unauthorized', 401, 401, 401, 401],
    ['a bad token', 'Unauthorized', 401, 401, 401, 401],
    ['malformed', 'BadRequest', 400, 400, 400, null],
    ['unknown', 'ResourceNotFound', 404, 400, 404, 403],
    ['invisible', 'ResourceNotFound', 404, 400, 404, 403],
    ['not allowed', 'ForbiddenError', 403, 400, 400, null],
    ['too large', 'PayloadTooLarge', 400, 400, 400, null],
    ['another type', 'UnsupportedMediaType', 400, 400, 400, null],
  ]
  const badToken = { ...ann, token: `${ann.token}x` }
  for (const [what, code, ...statuses] of table) {
    for (const [index, [method, path, body]] of Object.values(ofEachSet(made)).entries()) {
      if (statuses[index] === null) continue
      const as = { 'a bad token': badToken, 'not allowed': vic, invisible: eve }[what] ?? ann
      const sent =
        { malformed: '{"users":7,"name":7}', 'too large': `{"x":"${'x'.repeat(1_048_576)}"}` }[what] ??
        JSON.stringify(body)
      const headers = what === 'another type' ? { 'content-type': 'text/csv' } : json
      const to = what === 'unknown' ? path.replace(made.board, 'z'.repeat(20)) : path
      const init = { method, ...(what === 'no token' ? {} : { as }), ...(body ? { body: sent, headers } : {}) }
      const response = await send(`/api${to}`, init)
      assert.equal(response.status, statuses[index], `${what}, ${method} ${path}`)
      assert.equal(await codeOf(response), code, what)
    }
  }
})

test('[ERR-7] an unknown path is 404, with or without a token', async () => {
  const { ann, board, send } = await world()
  for (const path of [
    '/api',
    '/api/',
    '/api/nonsense',
    '/nonsense',
    `/api/workspaces/${board}/nonsense`,
    '/api/notes',
    '/api/%ZZ',
  ])
    for (const method of ['GET', 'POST', 'DELETE'])
      for (const init of [{ method }, { method, as: ann }]) {
        const response = await send(path, init)
        assert.deepEqual([response.status, await codeOf(response)], [404, 'ResourceNotFound'], `${method} ${path}`)
      }
})

test('[ERR-7] a browser on an unknown path gets a page with a link back', async () => {
  const { send } = await world()
  const browser = (language: string) => ({ accept: 'text/html,*/*;q=0.8', 'accept-language': language })
  const page = await send('/nonsense/%3Cscript%3E', { headers: browser('de') })
  assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8'])
  const text = await page.text()
  assert.match(text, /Seite nicht gefunden/)
  assert.match(text, /href="\/"/)
  assert.doesNotMatch(text, /<script/)
  const ofApi = await send('/api/nonsense', { headers: browser('de') })
  assert.equal(await codeOf(ofApi), 'ResourceNotFound')
})

test('[ERR-7] another method on a known path gets the list of its methods', async () => {
  const { ids, send } = await scene()
  for (const path of new Set(allOperations.map(operation => operation.path))) {
    const known: string[] = allOperations
      .filter(operation => operation.path === path)
      .map(operation => operation.method)
    const url = `/api${path.replace(/:(\w+)/g, (_, name) => `${ids[name]}`)}`
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter(one => !known.includes(one))) {
      const response = await send(url, { method })
      assert.equal(response.status, 405, `${method} ${path}`)
      assert.deepEqual(
        (response.headers.get('allow') ?? '').split(', ').filter(one => one !== 'HEAD'),
        known,
      )
      assert.equal(await codeOf(response), 'MethodNotAllowed')
    }
  }
})

test('[ERR-9] an empty body counts as an empty object if every field is optional, whatever its content type', async () => {
  const { ann, board, send } = await world()
  const { note } = await ann.notes.create(board, { text: 'n' })
  const types = [
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
  ]
  for (const headers of [{}, ...types.map(type => ({ 'content-type': type }))]) {
    for (const body of [undefined, '']) {
      const init = { as: ann, headers, ...(body === undefined ? {} : { body }) }
      const update = await send(`/api/workspaces/${board}/notes/${note.id}`, { ...init, method: 'PUT' })
      const favorite = await send(`/api/workspaces/${board}/favorite`, { ...init, method: 'POST' })
      assert.deepEqual([update.status, favorite.status], [200, 200], JSON.stringify(headers))
    }
  }
  const create = await send(`/api/workspaces/${board}/notes`, { as: ann, method: 'POST' })
  assert.equal(create.status, 400)
  assert.deepEqual((await ann.notes.get(board, note.id)).note, note)
})

test('[ERR-14] a body is JSON and nothing else, however its type is spelled', async () => {
  const { ann, board, send } = await world()
  const post = async (type: string) => {
    const init = { as: ann, method: 'POST', body: '{"text":"x"}', headers: { 'content-type': type } }
    return await send(`/api/workspaces/${board}/notes`, init)
  }
  for (const type of ['application/json', 'APPLICATION/JSON', 'application/json;charset=UTF-8'])
    assert.equal((await post(type)).status, 201, type)
  for (const type of [
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
    '*/*',
    'application/jsonp',
  ]) {
    const response = await post(type)
    assert.deepEqual([response.status, await codeOf(response)], [400, 'UnsupportedMediaType'], type)
  }
  assert.equal((await ann.notes.list(board)).total, 3)
})

describe('malformed ids', () => {
  const strange = [
    'x',
    '0',
    '-1',
    '1.5',
    '2147483648',
    '9'.repeat(400),
    '%00',
    '%ZZ',
    '%FF',
    '%F0%9F%98%80',
    "'%20or%201=1",
    '%20',
    'F'.repeat(24),
  ]

  test('[ERR-10] a malformed id counts as unknown, in every path parameter of every operation', async () => {
    const made = await scene()
    const before = await stateOf(made.dependencies.db)
    const send = async (operation: NamedOperation, name: string, id: string) => {
      const path = operation.path.replace(/:(\w+)/g, (_, one) => (one === name ? id : `${made.ids[one]}`))
      const init = { as: actorOf(operation, made), method: operation.method }
      const body = JSON.stringify(exampleBodies[operation.id]?.(made) ?? {})
      return await made.send(`/api${path}`, operation.method === 'GET' ? init : { ...init, body, headers: json })
    }
    for (const operation of allOperations)
      for (const name of parameterNames(operation.path))
        for (const id of strange.filter((_, index) => index % 3 === operation.path.length % 3)) {
          const response = await send(operation, name, id)
          const context = `${operation.id} ${name}=${id}`
          assert.equal(response.status, statusOf('ResourceNotFound', operation.errors), context)
          assert.equal(await codeOf(response), 'ResourceNotFound', context)
        }
    assert.deepEqual(await stateOf(made.dependencies.db), before)
  })
})

test('[ERR-11] an id in a body that is unknown or belongs to someone else is bad input, and its field is named', async () => {
  const made = await scene()
  const { ann, bob, eve, board, organization, dependencies } = made
  const { organizations } = await eve.users.listOrganizations('me')
  const theirs = (await eve.workspaces.create(organizations[0]?.id as number, { name: 'Theirs' })).workspace.properties
    .uid
  const { note } = await eve.notes.create(theirs, { text: 'theirs' })
  const { comment } = await eve.comments.create(theirs, 'notes', note.id, { text: 'theirs' })
  const listener = { workspaceId: board, url: 'http://127.0.0.1:9/', eventTypes: ['ALL'] }
  const unknown = 'f'.repeat(24)
  const { note_id } = made.ids as { note_id: string }
  const before = await stateOf(dependencies.db)
  const calls: [() => Promise<unknown>, string][] = [
    ...['z'.repeat(20), theirs].map((id): [() => Promise<unknown>, string] => [
      () => ann.listeners.create({ ...listener, workspaceId: id }),
      'workspaceId',
    ]),
    ...[unknown, note.id].flatMap((id): [() => Promise<unknown>, string][] => [
      [() => ann.listeners.create({ ...listener, targetId: id }), 'targetId'],
      [() => ann.objects.change(board, { changes: [{ op: 'delete', id }] }), 'changes[0].id'],
      [() => ann.objects.change(board, { changes: [{ op: 'update', id, data: {} }] }), 'changes[0].id'],
    ]),
    ...[unknown, comment.id].map((parent): [() => Promise<unknown>, string] => [
      () => ann.comments.create(board, 'notes', note_id, { text: 'x', parent }),
      'parent',
    ]),
    ...[2_147_483_647, eve.id].map((user_id): [() => Promise<unknown>, string] => [
      () => ann.workspaces.update(board, { user_id }),
      'user_id',
    ]),
    [() => ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 99 }), 'workspace_role_id'],
    [() => ann.organizations.updateMember(organization, bob.id, { organization_role_id: 99 }), 'organization_role_id'],
  ]
  for (const [call, field] of calls) await refused(call(), 400, 'BadRequest', field)
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[ERR-1] [ERR-15] an internal error reveals nothing about its cause and has no partial effect', async () => {
  const made = await worldWith({})
  const { ann, board, dependencies, send } = made
  await ann.notes.create(board, { text: 'before' })
  await dependencies.db.rebuild(tx => sql`alter table events rename to events_away`.execute(tx))
  const body = JSON.stringify({ text: 'during' })
  const init = { as: ann, method: 'POST', body, headers: { ...json, 'idempotency-key': 'k' } }
  for (const path of [`/api/workspaces/${board}/notes`, `/api/workspaces/${board}/events`]) {
    const response = await send(path, path.endsWith('notes') ? init : { as: ann })
    const { error } = (await response.json()) as { error: Record<string, string> }
    const { request_id, ...rest } = error
    assert.equal(response.status, 500)
    assert.deepEqual(rest, { code: 'InternalServerError', message: 'Something went wrong on our side' })
    assert.equal(request_id, response.headers.get('x-request-id'))
  }
  await dependencies.db.rebuild(tx => sql`alter table events_away rename to events`.execute(tx))
  assert.equal((await send(`/api/workspaces/${board}/notes`, init)).status, 201)
  assert.deepEqual(
    (await ann.events.list(board)).events.map(event => [event.seq, event.note?.text]),
    [
      [1, 'before'],
      [2, 'during'],
    ],
  )
})

test('[ERR-15] [ERR-2] without its database the server responds with 503 and Retry-After', async () => {
  const made = await worldWith({})
  const { ann, board, send, dependencies } = made
  await dependencies.db.close()
  const requests = (person: Person): [string, RequestInit & { as: Person }][] => [
    [`/api/workspaces/${board}/notes`, { as: person }],
    [`/api/workspaces/${board}/notes`, { as: person, method: 'POST', body: '{"text":"x"}', headers: json }],
    [`/api/workspaces/${board}`, { as: person, method: 'PUT', body: '{"name":"x"}', headers: json }],
  ]
  for (const [path, init] of requests(ann)) {
    const response = await send(path, init)
    assert.deepEqual([response.status, await codeOf(response)], [503, 'ServiceUnavailable'])
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/)
  }
})

test('[ERR-5] the token is checked before the body is read', async () => {
  const { board, send } = await world()
  for (const [body, type] of [
    ['{', 'application/json'],
    ['x', 'text/plain'],
    ['x'.repeat(2_000_000), 'application/json'],
    ['x', 'multipart/form-data'],
  ]) {
    const response = await send(`/api/workspaces/${board}/notes`, {
      method: 'POST',
      body: body as string,
      headers: { 'content-type': type as string },
    })
    assert.equal(response.status, 401)
  }
  const made = await scene()
  for (const operation of allOperations.filter(one => one.upload))
    assert.equal((await sendOperation(made, operation)).status, 401, operation.id)
})
