// Rules that hold for every operation, tested on each row of the table.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { allOperations, ErrorReply, kindNames, type NamedOperation, sets, statusOf } from '@tessera/contract'
import { Compile } from 'typebox/compile'
import { assertReply } from '../testing/assert-reply.ts'
import { stateOf } from '../testing/database-state.ts'
import { actorOf, neededScope, prepare, type Scene, scene, sendOperation } from '../testing/scene.ts'
import { withPersonalToken } from '../testing/token-holders.ts'
import type { Person } from '../testing/world.ts'

const errorReply = Compile(ErrorReply)

async function assertProblem(response: Response, code: string, operation: NamedOperation): Promise<void> {
  const body = (await response.json()) as { error: { code: string } }
  assert.ok(errorReply.Check(body), `${operation.id} returns errors in their documented shape: ${JSON.stringify(body)}`)
  assert.equal(body.error.code, code, `${operation.id}: ${JSON.stringify(body)}`)
  assert.equal(response.status, statusOf(code as never, operation.errors))
}

/** The URL where a client learns how to get a token. */
const metadata = 'resource_metadata="http://localhost:8080/.well-known/oauth-protected-resource/api"'

describe('every operation', () => {
  let shared: Scene
  let state: Awaited<ReturnType<typeof stateOf>>
  before(async () => {
    shared = await scene()
    state = await stateOf(shared.dependencies.db)
  })

  /** Compared once for all requests before it: reading all tables takes longer than a refused request. */
  async function assertUnchanged(): Promise<void> {
    assert.deepEqual(await stateOf(shared.dependencies.db), state)
  }

  for (const operation of allOperations.filter(one => one.needs.load !== 'nothing')) {
    test(`[ERR-5] [AUT-1] ${operation.id} requires a token`, async () => {
      const response = await sendOperation(shared, operation)
      assert.equal(response.headers.get('www-authenticate'), `Bearer realm="tessera", ${metadata}`)
      await assertProblem(response, 'Unauthorized', operation)
      const path = pathWithToken(operation, shared)
      assert.equal((await shared.send(path, { method: operation.method })).status, 401, 'not in the query either')
    })
  }

  test('[ERR-5] [AUT-1] requests without a token change nothing', assertUnchanged)

  test('[ERR-5] a 401 names an error only for a request that has a token', async () => {
    for (const authorization of ['Bearer not.a.token', 'bearer x', 'Basic YW5uOnNlY3JldA==']) {
      const response = await fetch(`${shared.url}/api/users/me`, { headers: { authorization } })
      assert.equal(response.status, 401)
      const error = /^bearer/i.test(authorization) ? ', error="invalid_token"' : ''
      assert.equal(response.headers.get('www-authenticate'), `Bearer realm="tessera"${error}, ${metadata}`)
    }
  })

  for (const operation of allOperations.filter(one => one.needs.load !== 'caller' || one.needs.flag)) {
    test(`[ERR-3] [ERR-4] [ERR-6] ${operation.id} reveals nothing to a stranger`, async () => {
      const ids = { ...shared.ids, ...(operation.noun === 'users' ? { user_id: shared.ann.id } : {}) }
      const response = await sendOperation(shared, operation, { as: shared.eve, ids })
      const allowed: readonly number[] = sets[operation.errors]
      assert.ok(allowed.includes(response.status), `${response.status} is not in set ${operation.errors}`)
      const unknown = await sendOperation(shared, operation, { as: shared.eve, ids: strangeIds })
      if (operation.needs.load !== 'caller') await assertAlike(response, unknown)
    })
  }

  test('[ERR-3] [ERR-6] requests of a stranger change nothing', assertUnchanged)

  for (const operation of allOperations.filter(one => one.body && !one.upload)) {
    test(`[ERR-1] [ERR-12] ${operation.id} names every invalid field`, async () => {
      const properties = Object.keys((operation.body as unknown as { properties: object }).properties)
      const body = Object.fromEntries(properties.map(name => [name, { wrong: true }]))
      const wrong = properties.filter(name => !['user_preference', 'data'].includes(name))
      const response = await sendOperation(shared, operation, { as: actorOf(operation, shared), body })
      assert.equal(response.status, 400)
      const { error } = (await response.json()) as { error: { code: string; errors: { field: string }[] } }
      assert.equal(error.code, 'BadRequest')
      assert.deepEqual(error.errors.map(one => one.field).sort(), wrong.sort())
    })
  }

  test('[ERR-1] [ERR-12] requests with invalid fields change nothing', assertUnchanged)

  for (const operation of allOperations) {
    test(`[ERR-16] [TOK-1] ${operation.id} returns what its schema describes, with only its own scope`, async () => {
      const made = operation.method === 'DELETE' ? await scene() : shared
      const ids = await prepare(operation, made)
      const response = await sendOperation(made, operation, { as: await holderFor(operation, made), ids })
      if (operation.content) return await assertFile(response, operation)
      const body = await response.json()
      assert.equal(response.status, operation.status, JSON.stringify(body))
      assertReply(operation, body)
    })
  }
})

async function assertFile(response: Response, { content = [], status }: NamedOperation): Promise<void> {
  const bytes = await response.arrayBuffer()
  assert.equal(response.status, status, new TextDecoder().decode(bytes).slice(0, 500))
  assert.ok(content.includes(response.headers.get('content-type') ?? ''))
  assert.equal(bytes.byteLength, Number(response.headers.get('content-length')))
  assert.ok(bytes.byteLength > 0)
}

/** A user with a token that has only the scopes of the operation. */
async function holderFor(operation: NamedOperation, made: Scene): Promise<Person> {
  const actor = actorOf(operation, made)
  if (operation.browserOnly || operation.needs.load === 'nothing') return actor
  // A new secret needs all scopes of the application besides.
  if (operation.id === 'applications.regenerateSecret') return await withPersonalToken(made, actor)
  return await withPersonalToken(made, actor, { scope: neededScope(operation, made) || 'comment' })
}

const strangeIds = {
  workspace_id: 'zzzzzzzzzzzzzzzzzzzz',
  organization_id: 2_000_000_000,
  user_id: 2_000_000_000,
  object_type: 'notes',
  ...Object.fromEntries(
    ['object', 'comment', ...kindNames, 'listener', 'delivery', 'import', 'export'].map(name => [
      `${name}_id`,
      'f'.repeat(24),
    ]),
  ),
  client_id: 'unknown',
  token_id: 'unknown',
  session_id: 'unknown',
}

const pathWithToken = (operation: NamedOperation, { ann, ids }: Scene) =>
  `/api${operation.path.replace(/:(\w+)/g, (_, name) => String(ids[name]))}?access_token=${ann.token}`

/** A resource that the caller cannot see gets the same response as one that does not exist. */
async function assertAlike(one: Response, other: Response): Promise<void> {
  assert.equal(one.status, other.status)
  const shown = async (response: Response) => {
    const { error } = (await response.json()) as { error: object }
    return { ...error, request_id: '' }
  }
  assert.deepEqual(await shown(one), await shown(other))
}
