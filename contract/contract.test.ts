// The tables themselves: what the contract says of rights, errors, events and kinds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  allOperations,
  can,
  eventTypeNames,
  holdsAll,
  type Kind,
  kinds,
  matchesEventTypes,
  organizationFlags,
  organizationRoles,
  type ProblemCode,
  parameterNames,
  type sets,
  statusOf,
  workspaceFlags,
  workspaceRoles,
} from './index.ts'
import type { Field } from './kind.ts'

const codes: ProblemCode[] = ['BadRequest', 'Unauthorized', 'ForbiddenError', 'ResourceNotFound', 'InternalServerError']

test('[ERR-2] a problem takes the first status that the set holds', () => {
  const fitted = (set: keyof typeof sets) => codes.map(code => statusOf(code, set))
  assert.deepEqual(fitted('A'), [400, 401, 403, 404, 500])
  assert.deepEqual(fitted('B'), [400, 401, 400, 400, 500])
  assert.deepEqual(fitted('C'), [400, 401, 400, 404, 500])
  assert.deepEqual(fitted('D'), [400, 401, 403, 403, 500])
  for (const set of ['A', 'B', 'C', 'D'] as const) {
    assert.equal(statusOf('PayloadTooLarge', set), 400)
    assert.equal(statusOf('UnsupportedMediaType', set), 400)
    assert.equal(statusOf('TooManyRequests', set), 429)
    assert.equal(statusOf('ServiceUnavailable', set), 503)
    assert.equal(statusOf('PreconditionFailed', set), 412)
  }
})

test('the operations of the service are all there, each path and method once', () => {
  const routes = allOperations.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  assert.equal(new Set(routes).size, routes.length)
  const count = (noun: string) => allOperations.filter(one => one.noun === noun).length
  assert.ok(count('workspaces') >= 14 && count('users') >= 6 && count('organizations') >= 6 && count('listeners') >= 5)
  for (const { path } of allOperations) assert.equal(new Set(parameterNames(path)).size, parameterNames(path).length)
})

test('an Owner holds every right, and nobody below holds one that the Owner lacks', () => {
  assert.ok(workspaceFlags.every(flag => can(workspaceRoles.get(1), flag)))
  assert.ok(organizationFlags.every(flag => can(organizationRoles.get(1), flag)))
  for (const roles of [workspaceRoles, organizationRoles] as const)
    for (const role of roles.all) assert.ok(holdsAll(roles.get(1) as never, role as never))
  assert.equal(holdsAll(workspaceRoles.get(3), workspaceRoles.get(2)), false)
  assert.equal(workspaceRoles.find(6), null)
  assert.equal(workspaceRoles.standard.id, 3)
})

test('a word for events means itself, or all of its group', () => {
  assert.ok(matchesEventTypes(['ALL'], 'NOTE_CREATE') && matchesEventTypes(['ALL'], 'WORKSPACE_USER_ADD'))
  assert.ok(matchesEventTypes(['NOTE_ALL'], 'NOTE_DELETE') && !matchesEventTypes(['NOTE_ALL'], 'TEXT_DELETE'))
  assert.ok(
    matchesEventTypes(['WORKSPACE_ALL'], 'WORKSPACE_USER_REMOVE') &&
      !matchesEventTypes(['WORKSPACE_USER_ALL'], 'WORKSPACE_UPDATE'),
  )
  assert.ok(
    matchesEventTypes(['TEXT_CREATE', 'STROKE_UPDATE'], 'STROKE_UPDATE') && !matchesEventTypes([], 'NOTE_CREATE'),
  )
  assert.equal(eventTypeNames.length, 1 + 8 * 4 + 2 + 8)
})

test('the default of every field of every kind fits the field', () => {
  for (const kind of Object.values<Kind>(kinds)) {
    for (const [name, value] of Object.entries(kind.defaults)) {
      const { enum: allowed, minimum = -Infinity, maximum = Infinity } = (kind.fields[name] as Field).schema as Limits
      if (allowed) assert.ok(allowed.includes(value), `${kind.name}.${name}`)
      if (typeof value === 'number') assert.ok(value >= minimum && value <= maximum, `${kind.name}.${name}`)
    }
  }
})

interface Limits {
  enum?: unknown[]
  minimum?: number
  maximum?: number
}
