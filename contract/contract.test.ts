// The tables of the contract: rights, errors, events, operations and kinds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  allOperations,
  can,
  eventTypeNames,
  holdsAll,
  type Kind,
  kindNames,
  kinds,
  listCausableEvents,
  matchesEventTypes,
  organizationFlags,
  organizationRoles,
  ownerIdOf,
  type ProblemCode,
  parameterNames,
  referencedIdsOf,
  replaceReferences,
  type sets,
  statusOf,
  workspaceEventTypes,
  workspaceFlags,
  workspaceRoles,
} from './index.ts'
import { defineKind, type Field, field, kindTable } from './kind.ts'
import { color, objectId, orNull } from './values.ts'

const codes: ProblemCode[] = ['BadRequest', 'Unauthorized', 'ForbiddenError', 'ResourceNotFound', 'InternalServerError']

test('[ERR-2] a problem has the first of its statuses that the set contains', () => {
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

test('every operation of the service is in the table, each path and method once', () => {
  const routes = allOperations.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  assert.equal(new Set(routes).size, routes.length)
  const count = (noun: string) => allOperations.filter(one => one.noun === noun).length
  assert.ok(count('workspaces') >= 14 && count('users') >= 6 && count('organizations') >= 6 && count('listeners') >= 5)
  for (const { path } of allOperations) assert.equal(new Set(parameterNames(path)).size, parameterNames(path).length)
})

test('an Owner has every right, and no other role has a right that the Owner lacks', () => {
  assert.ok(workspaceFlags.every(flag => can(workspaceRoles.get(1), flag)))
  assert.ok(organizationFlags.every(flag => can(organizationRoles.get(1), flag)))
  for (const roles of [workspaceRoles, organizationRoles] as const)
    for (const role of roles.all) assert.ok(holdsAll(roles.get(1) as never, role as never))
  assert.equal(holdsAll(workspaceRoles.get(3), workspaceRoles.get(2)), false)
  assert.equal(workspaceRoles.find(6), null)
  assert.equal(workspaceRoles.standard.id, 3)
})

test('a name of event types stands for one event, or for all of its group', () => {
  assert.ok(matchesEventTypes(['ALL'], 'NOTE_CREATE') && matchesEventTypes(['ALL'], 'WORKSPACE_USER_ADD'))
  assert.ok(matchesEventTypes(['NOTE_ALL'], 'NOTE_DELETE') && !matchesEventTypes(['NOTE_ALL'], 'TEXT_DELETE'))
  assert.ok(
    matchesEventTypes(['WORKSPACE_ALL'], 'WORKSPACE_USER_REMOVE') &&
      !matchesEventTypes(['WORKSPACE_USER_ALL'], 'WORKSPACE_UPDATE'),
  )
  assert.ok(
    matchesEventTypes(['TEXT_CREATE', 'STROKE_UPDATE'], 'STROKE_UPDATE') && !matchesEventTypes([], 'NOTE_CREATE'),
  )
  assert.equal(eventTypeNames.length, 1 + (kindNames.length + 1) * 4 + 2 + workspaceEventTypes.length)
})

test('every event that a listener can name can happen', () => {
  const single = eventTypeNames.filter(name => !name.endsWith('ALL'))
  assert.deepEqual(listCausableEvents().toSorted(), single.toSorted())
})

test('colors are the four hexadecimal forms of CSS', () => {
  const pattern = new RegExp((color() as unknown as { pattern: string }).pattern)
  for (const valid of ['#fff', '#fffa', '#ffffff', '#FFFFFFaa']) assert.match(valid, pattern)
  for (const invalid of ['fff', '#ff', '#fffff', '#fffffff', '#ggg', 'red']) assert.doesNotMatch(invalid, pattern)
})

test('every operation says in one sentence what it does, and whether it may be repeated', () => {
  for (const { id, description, repeat, method } of allOperations) {
    assert.match(description, /^[A-Z][^\n]*\.$/, id)
    assert.equal(repeat, id === 'workspaces.copy' ? 'never' : repeats[method], id)
  }
})

const repeats = { GET: 'safe', POST: 'keyed', PUT: 'idempotent', DELETE: 'idempotent' } as const

test('a reference can hold an anchor or a free point, and detach from its target', () => {
  const reference = {
    to: 'strokes',
    holds: 'anchor',
    onDelete: 'detach',
    onRestore: 'attach',
    onCopy: 'detach',
    onMove: 'follow',
  } as const
  const references = { from: reference, to: reference }
  const data = { from: { id: 'a', anchor: 'top' }, to: { x: 5, y: 6 } }
  assert.deepEqual(referencedIdsOf({ references }, data), ['a'])
  assert.equal(ownerIdOf({ references }, data), null)
  assert.deepEqual(
    replaceReferences({ references }, data, id => `${id}2`),
    { ...data, from: { id: 'a2', anchor: 'top' } },
  )
  assert.equal(
    replaceReferences({ references }, data, id => id),
    data,
  )
})

test('an object belongs to at most one other, and takes nothing if it does', () => {
  const owner = {
    to: 'strokes',
    holds: 'id',
    onDelete: 'delete',
    onRestore: 'restore',
    onCopy: 'follow',
    onMove: 'follow',
  } as const
  const fields = {
    a: field(orNull(objectId()), 'optional', 'never', 'A field of the test'),
    b: field(orNull(objectId()), 'optional', 'never', 'A field of the test'),
  }
  const one = {
    ...kinds.note,
    name: 'one',
    noun: 'ones',
    path: 'ones',
    searched: null,
    colored: null,
    agents: { about: 'one' },
    fields,
  }
  const tableOf = (more: object) => () => kindTable({ one: defineKind({ ...one, takes: [], ...more }) })
  assert.throws(tableOf({ references: { a: owner, b: owner } }), /only one reference/)
  assert.throws(tableOf({ references: { a: owner }, takes: ['comments'] }), /takes nothing/)
})

test('the default of every field of every kind is valid', () => {
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
