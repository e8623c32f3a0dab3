// Tests tokens that are restricted to one workspace, on every path to another one.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { closeCodes } from '@tessera/contract/live'
import { refused } from '../../testing/assert-refused.ts'
import { LiveSocket, liveUrl } from '../../testing/live-client.ts'
import { withPersonalToken } from '../../testing/token-holders.ts'
import { type Person, type World, world } from '../../testing/world.ts'

describe('a token for one workspace', () => {
  let made: World
  let other: string
  /** Ann, with a token for her board alone. */
  let holder: Person
  before(async () => {
    made = await world()
    const { workspace } = await made.ann.workspaces.create(made.organization, { name: 'Other' })
    other = workspace.properties.uid
    holder = await withPersonalToken(made, made.ann, { workspace: made.board })
  })

  test('[TOK-5] a restricted token works in its workspace', async () => {
    const { note } = await holder.notes.create(made.board, { text: 'here' })
    await holder.comments.create(made.board, 'notes', note.id, { text: 'a comment' })
    assert.equal((await holder.workspaces.get(made.board)).workspace.properties.name, 'Board')
    await holder.objects.change(made.board, { changes: [{ op: 'delete', id: note.id }] })
  })

  test('[TOK-5] for a restricted token, no other workspace exists', async () => {
    const { note } = await made.ann.notes.create(other, { text: 'there' })
    const changes = [{ op: 'delete' as const, id: note.id }]
    for (const call of [
      () => holder.notes.list(other),
      () => holder.notes.create(other, { text: 'no' }),
      () => holder.objects.change(other, { changes }),
      () => holder.comments.create(other, 'notes', note.id, { text: 'no' }),
      () => holder.workspaces.publish(other),
    ])
      await refused(call(), 404, 'ResourceNotFound')
    await refused(holder.workspaces.get(other), 403, 'ResourceNotFound')
    assert.equal((await made.ann.notes.list(other)).total, 1)
  })

  test('[TOK-5] a restricted token lists its workspace alone, with its listeners and tokens', async () => {
    const { workspaces, total } = await holder.users.listWorkspaces('me')
    assert.deepEqual([workspaces.map(({ uid }) => uid), total], [[made.board], 1])
    const url = 'http://127.0.0.1:9/'
    const make = (workspaceId: string) => made.ann.listeners.create({ workspaceId, url, eventTypes: ['ALL'] })
    const [here, there] = [await make(made.board), await make(other)]
    assert.deepEqual(
      (await holder.listeners.list()).listeners.map(({ id }) => id),
      [here.id],
    )
    await holder.listeners.get(here.id)
    await refused(holder.listeners.get(there.id), 404, 'ResourceNotFound')
    const elsewhere = { workspaceId: other, url, eventTypes: ['ALL'] }
    await refused(holder.listeners.create(elsewhere), 400, 'BadRequest', 'workspaceId')
    const { token } = await made.ann.tokens.create({ name: 'free' })
    assert.ok((await holder.tokens.list()).tokens.every(one => one.workspace_id === made.board))
    await refused(holder.tokens.delete(token.id), 404, 'ResourceNotFound')
  })

  test('[TOK-5] a restricted token cannot join another workspace', async () => {
    const join = async (uid: string) => {
      const live = await new LiveSocket(liveUrl(made.url, uid)).opened()
      live.send({ type: 'hello', token: holder.token })
      return live
    }
    await using here = await join(made.board)
    await here.next('welcome')
    await using there = await join(other)
    assert.equal((await there.closed).code, closeCodes.noWorkspace)
  })

  test('[TOK-2] [TOK-5] a token that does not allow a request does not get its stored response either', async () => {
    const reader = await withPersonalToken(made, made.ann, { scope: 'read' })
    const post = (as: Person, path: string, body: object) =>
      made.send(path, {
        as,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify(body),
      })
    for (const [path, body] of [
      [`/api/workspaces/${other}/notes`, { text: 'once' }],
      [`/api/workspaces/${other}/favorite`, { favorite: true }],
    ] as const) {
      assert.ok((await post(made.ann, path, body)).ok)
      assert.equal((await post(made.ann, path, body)).headers.get('idempotent-replayed'), 'true')
      assert.equal((await post(reader, path, body)).status, 403)
      assert.equal((await post(holder, path, body)).status, 404)
    }
  })
})
