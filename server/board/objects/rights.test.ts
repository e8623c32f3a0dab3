// Tests which roles may read and change objects, and that a change of rights takes effect with the next request.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindNames } from '@tessera/contract'
import { createAny, methodsOf, requiredData } from '../../testing/any-kind.ts'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { member } from '../../testing/members.ts'
import { type Person, type World, world } from '../../testing/world.ts'

type Action = [what: string, call: (person: Person) => Promise<unknown>]

/** Every action on objects except commenting, each on an object of its own, so that all can succeed. */
async function editing({ ann, board }: World): Promise<Action[]> {
  const actions: Action[] = []
  for (const kind of kindNames) {
    const data = await requiredData(kind)
    const { id } = await createAny(ann, kind, board)
    actions.push([`create ${kind}`, person => methodsOf(person, kind).create(board, data)])
    if (kind !== 'stroke')
      actions.push([`update ${kind}`, person => methodsOf(person, kind).update(board, id, { x: 1 })])
    actions.push([`delete ${kind}`, person => methodsOf(person, kind).delete(board, id)])
  }
  const { id } = await createAny(ann, 'note', board)
  actions.push(['draw on a note', person => person.strokes.createOn(board, 'notes', id, { points: [0, 0] })])
  actions.push([
    'change many',
    person => person.objects.change(board, { changes: [{ op: 'update', id, data: { x: 2 } }] }),
  ])
  return actions
}

async function reading({ ann, board }: World): Promise<Action[]> {
  const actions: Action[] = []
  for (const kind of kindNames) {
    const { id } = await createAny(ann, kind, board)
    actions.push([`list ${kind}`, person => methodsOf(person, kind).list(board)])
    actions.push([`get ${kind}`, person => methodsOf(person, kind).get(board, id)])
  }
  const { id } = await createAny(ann, 'note', board)
  actions.push(['list comments', person => person.comments.list(board, 'notes', id)])
  actions.push(['list objects', person => person.objects.list(board)])
  actions.push(['list events', person => person.events.list(board)])
  return actions
}

test('[ROL-6] Editors change objects and strokes; Commenters and Viewers only read', async () => {
  const made = await world()
  const { ann, bob, vic, board, dependencies } = made
  for (const role of [4, 5]) {
    await ann.workspaces.updateUser(board, vic.id, { workspace_role_id: role })
    const edits = await editing(made)
    const reads = await reading(made)
    const before = await stateOf(dependencies.db)
    for (const [what, call] of edits)
      await refused(call(vic), 403, 'ForbiddenError').catch(error =>
        assert.fail(`role ${role}, ${what}: ${error.message}`),
      )
    for (const [, call] of reads) await call(vic)
    assert.deepEqual(await stateOf(dependencies.db), before)
  }
  for (const role of [2, 3]) {
    await ann.workspaces.updateUser(board, bob.id, { workspace_role_id: role })
    for (const [, call] of await editing(made)) await call(bob)
  }
})

test('[ROL-10] [ROL-12] a member without a role sees no private workspace, edits a public one; an Admin reads both', async () => {
  const made = await world()
  const { ann, board } = made
  const user = await member(made, 'User')
  const admin = await member(made, 'Admin', 2)
  const edits = await editing(made)
  const reads = await reading(made)
  for (const [, call] of [...edits, ...reads]) await refused(call(user), 404, 'ResourceNotFound')
  for (const [, call] of edits) await refused(call(admin), 403, 'ForbiddenError')
  for (const [, call] of reads) await call(admin)
  await ann.workspaces.update(board, { public: true })
  for (const [, call] of [...reads, ...(await editing(made))]) await call(user)
})

test('[OBJ-8] [ERR-4] [ERR-6] for a stranger neither the workspace nor anything in it exists', async () => {
  const made = await world()
  const { eve, dependencies } = made
  const actions = [...(await editing(made)), ...(await reading(made))]
  const before = await stateOf(dependencies.db)
  for (const [, call] of actions) {
    const { message } = await refused(call(eve), 404, 'ResourceNotFound')
    assert.equal(message, 'Workspace not found')
  }
  assert.deepEqual(await stateOf(dependencies.db), before)
})

test('[ROL-19] [AUT-5] a removed role and a revoked token are refused from the next request on', async () => {
  const made = await world()
  const { ann, bob, vic, board, dependencies } = made
  const create = (person: Person) => person.notes.create(board, { text: 'x' })
  for (let round = 0; round < 5; round += 1) {
    await ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 5 })
    await refused(create(bob), 403, 'ForbiddenError')
    await ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 3 })
    await create(bob)
  }
  await ann.workspaces.removeUser(board, bob.id)
  await refused(create(bob), 404, 'ResourceNotFound')
  await refused(bob.notes.list(board), 404, 'ResourceNotFound')
  const { token } = await vic.tokens.create({ name: 'short' })
  const asVic = { ...vic, token: (token as { access_token?: string }).access_token as string }
  const events = async () => (await made.send(`/api/workspaces/${board}/events`, { as: asVic })).status
  assert.equal(await events(), 200)
  await vic.tokens.delete(token.id)
  assert.equal(await events(), 401)
  const locked_at = new Date().toISOString()
  await dependencies.db.write(tx => tx.updateTable('users').set({ locked_at }).where('id', '=', ann.id).execute())
  for (const [, call] of [
    ['', create],
    ['', (person: Person) => person.objects.list(board)],
  ] as Action[])
    await refused(call(ann), 401, 'Unauthorized')
})

test('[ROL-19] in a stream of changes, none that starts after the role was removed succeeds', async () => {
  const made = await world()
  const { ann, bob, board } = made
  let isTaken = false
  const late: unknown[] = []
  const stream = async (person: Person) => {
    for (;;) {
      const beganLate = isTaken
      const done = await person.notes.create(board, { text: 'x' }).then(
        () => true,
        () => false,
      )
      if (beganLate) return late.push(done)
    }
  }
  const streams = Array.from({ length: 10 }, () => stream(bob))
  await ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 4 })
  isTaken = true
  await Promise.all(streams)
  assert.deepEqual(
    late,
    Array.from({ length: 10 }, () => false),
  )
})

test('[AUT-5] an invalid token is reported before any other error', async () => {
  const { ann, board, dependencies, send } = await world()
  const { id } = await createAny(ann, 'note', board)
  const revoked_at = new Date().toISOString()
  await dependencies.db.write(tx =>
    tx.updateTable('grants').set({ revoked_at }).where('user_id', '=', ann.id).execute(),
  )
  const there = `/api/workspaces/${board}`
  const json = { 'content-type': 'application/json' }
  const requests: [string, RequestInit][] = [
    [`${there}/notes`, { method: 'POST', body: '{', headers: json }],
    [`${there}/notes`, { method: 'POST', body: '{"text":7}', headers: json }],
    [`${there}/notes`, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }],
    [`${there}/strokes`, { method: 'POST', body: '{"points":[1,2,3]}', headers: json }],
    [`${there}/changes`, { method: 'POST', body: '{"changes":[{"op":"delete"}]}', headers: json }],
    [`${there}/canvas/${id}/comments`, { method: 'POST', body: '{"text":"x"}', headers: json }],
    [`${there}/notes/nothing`, { method: 'DELETE' }],
    [`${there}/images`, { method: 'POST', body: '{}', headers: json }],
    [`${there}/objects?box=1`, {}],
  ]
  for (const [path, init] of requests) assert.equal((await send(path, { as: ann, ...init })).status, 401, path)
})
