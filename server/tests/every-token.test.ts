// Tests which tokens each operation accepts, for each row of the table: by scope, and by the kind of grant.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { allOperations, type NamedOperation, scopes } from '@tessera/contract'
import { stateOf } from '../testing/database-state.ts'
import { actorOf, neededScope, type Scene, scene, sendOperation } from '../testing/scene.ts'
import { ageSignIns } from '../testing/session-client.ts'
import { withApplication, withPersonalToken, withToken } from '../testing/token-holders.ts'
import type { Person } from '../testing/world.ts'

const protectedOperations = allOperations.filter(one => one.needs.load !== 'nothing')

/** These ids do not exist, so an operation that accepts the token still changes nothing. */
const unknownIds = new Proxy<Record<string, string | number>>(
  { workspace_id: 'z'.repeat(20), organization_id: 2_000_000_000, user_id: 2_000_000_000, object_type: 'notes' },
  { get: (known, name: string) => known[name] ?? 'f'.repeat(24) },
)
const invalidBody = '{"name":{},"changes":0}'

const kinds = ['session', 'personal', 'restricted', 'child', 'application'] as const
type Kind = (typeof kinds)[number]

/** The expected results for a grant of each kind. */
const takes: Record<Kind, (operation: NamedOperation) => boolean> = {
  session: () => true,
  personal: one => !one.browserOnly,
  restricted: one => !one.browserOnly && one.takesWorkspaceTokens,
  child: one => !one.browserOnly,
  application: one => !one.browserOnly,
}

const refusals = [
  'This is possible only in a browser where you are signed in',
  'This token is restricted to one workspace',
]

describe('every operation', () => {
  let made: Scene
  const byKind = new Map<Person, Record<Kind, Person>>()
  before(async () => {
    made = await scene()
    for (const person of [made.ann, made.root]) {
      byKind.set(person, await tokensByKind(made, person))
    }
  })

  test('[TOK-1] [TOK-2] every operation refuses each token without one of its scopes, and nothing changes', async () => {
    const holderOf = tokensByScope(made)
    const all = await Promise.all([made.ann, made.root].flatMap(one => lacking.map(scope => holderOf(one, scope))))
    assert.ok(all.length > 0)
    const state = await stateOf(made.dependencies.db)
    for (const operation of protectedOperations.filter(one => !one.browserOnly))
      for (const missing of neededScope(operation, made)
        .split(' ')
        .filter(one => one !== '')) {
        const holder = await holderOf(actorOf(operation, made), scopes.filter(one => one !== missing).join(' '))
        const response = await sendOperation(made, operation, { as: holder })
        const what = `${operation.id} without ${missing}`
        assert.equal(response.status, 403, what)
        const challenge = `Bearer realm="tessera", error="insufficient_scope", scope="${neededScope(operation, made)}"`
        assert.ok(response.headers.get('www-authenticate')?.startsWith(challenge), what)
        const { error } = (await response.json()) as { error: { code: string; scope: string } }
        assert.deepEqual([error.code, error.scope], ['ForbiddenError', neededScope(operation, made)], what)
      }
    assert.deepEqual(await stateOf(made.dependencies.db), state)
  })

  test('[TOK-1] every operation accepts a token that has only its scopes', async () => {
    const holderOf = tokensByScope(made)
    for (const operation of protectedOperations.filter(one => !one.browserOnly))
      for (const scope of operation.scopes.length === 0 ? scopes : [operation.scopes.join(' ')]) {
        const response = await sendHarmless(made, operation, await holderOf(actorOf(operation, made), scope))
        assert.equal(response.headers.get('www-authenticate'), null, `${operation.id} with ${scope}`)
      }
  })

  test('[TOK-10] what hands content to somebody needs the scope read, whatever else it needs', () => {
    const needing = protectedOperations.filter(one => one.scopes.length > 1).map(one => one.id)
    assert.deepEqual(needing.sort(), [
      'listeners.create',
      'listeners.createForOrganization',
      'listeners.listDeliveries',
      'listeners.redeliver',
      'listeners.replay',
      'workspaces.addUsers',
      'workspaces.copy',
      'workspaces.publish',
    ])
    const fields = protectedOperations.flatMap(({ id, scopesByField = {} }) =>
      Object.keys(scopesByField).flatMap(field => (scopesByField[field]?.includes('read') ? [`${id} ${field}`] : [])),
    )
    assert.deepEqual(fields.sort(), [
      'listeners.update eventTypes',
      'listeners.update targetId',
      'listeners.update url',
      'workspaces.update public',
      'workspaces.update user_id',
    ])
  })

  for (const kind of kinds)
    test(`[TOK-5] [TOK-8] every operation accepts or refuses a grant of the kind ${kind}`, async () => {
      // Without a recent sign-in, nothing may change here.
      await ageSignIns(made, made.ann, 11)
      const state = await stateOf(made.dependencies.db)
      for (const operation of protectedOperations) {
        const actor = operation.browserOnly ? made.ann : actorOf(operation, made)
        const holder = byKind.get(actor)?.[kind] as Person
        const isTaken = takes[kind](operation)
        const response = isTaken
          ? await sendHarmless(made, operation, holder)
          : await sendOperation(made, operation, { as: holder })
        const isFile = operation.content !== undefined && response.ok
        const { error } = (isFile ? {} : await response.json()) as { error?: Refusal }
        assert.equal(refusals.includes(error?.message ?? ''), !isTaken, `${operation.id}: ${error?.message}`)
        if (isTaken) continue
        assert.equal(error?.code, 'ForbiddenError')
        assert.equal(error?.reason, operation.browserOnly ? undefined : 'workspace_token', operation.id)
      }
      assert.deepEqual(await stateOf(made.dependencies.db), state)
    })
})

interface Refusal {
  readonly code: string
  readonly message: string
  readonly reason?: string
}

/** A read is sent unchanged, any other request so that it has no effect. */
const sendHarmless = (made: Scene, operation: NamedOperation, as: Person) =>
  operation.method === 'GET'
    ? sendOperation(made, operation, { as })
    : sendOperation(made, operation, { as, ids: unknownIds, body: invalidBody })

/** The scopes of tokens that lack one. */
const lacking = scopes.map(missing => scopes.filter(one => one !== missing).join(' '))

/** A person with a token of these scopes, which is made once. */
function tokensByScope(made: Scene): (person: Person, scope: string) => Promise<Person> {
  const known = new Map<string, Promise<Person>>()
  return (person, scope) => {
    const key = `${person.id} ${scope}`
    const holder = known.get(key) ?? withPersonalToken(made, person, { scope })
    known.set(key, holder)
    return holder
  }
}

async function tokensByKind(made: Scene, person: Person): Promise<Record<Kind, Person>> {
  const personal = await withPersonalToken(made, person)
  const { token } = await personal.tokens.create({ name: 'child' })
  return {
    session: person,
    personal,
    restricted: await withPersonalToken(made, person, { workspace: made.board }),
    child: withToken(made, person, token.access_token as string),
    application: await withApplication(made, person, made.ids.client_id as string),
  }
}
