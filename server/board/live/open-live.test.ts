// Tests the published client against the real socket.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LiveOptions, openLive, openUndo } from '@tessera/client'
import { until } from '@tessera/client/testing/until'
import { type Person, type World, world } from '../../testing/world.ts'

const note = (text: string, more: object = {}) => ({
  op: 'create' as const,
  kind: 'note' as const,
  data: { text, ...more },
})

async function opened(there: World, person: Person, more: Partial<LiveOptions> = {}) {
  const live = openLive({ url: there.url, workspaceId: there.board, token: () => person.token, ...more })
  await until(() => live.state === 'live')
  return Object.assign(live, { [Symbol.asyncDispose]: () => live.close() })
}

test('[CLI-9] a change is shown at once, and to others as soon as it is committed', async () => {
  const there = await world()
  await using ann = await opened(there, there.ann)
  await using bob = await opened(there, there.bob)
  const { ids, results } = ann.change([note('hello')])
  const [temporary] = ids as [string]
  assert.equal((ann.get(temporary) as { text?: string }).text, 'hello')
  await results
  const id = ann.idOf(temporary)
  assert.notEqual(id, temporary)
  assert.deepEqual([...ann.objects.keys()], [id])
  await until(() => bob.objects.has(id))
  await until(() => ann.objects.get(id)?.version === 1)
  assert.deepEqual(bob.objects.get(id), ann.objects.get(id))
  assert.equal(ann.pending, 0)
})

test('[CLI-9] a large board is complete from the start, including comments', async () => {
  const there = await world()
  const { ann, board } = there
  for (let round = 0; round < 3; round += 1) {
    await ann.objects.change(board, { changes: Array.from({ length: 1_000 }, (_, index) => note(`${round} ${index}`)) })
  }
  const { note: first } = await ann.notes.create(board, { text: 'commented' })
  await ann.comments.create(board, 'notes', first.id, { text: 'before' })
  await using live = await opened(there, there.vic)
  const all = await Array.fromAsync(ann.objects.list.all(board))
  assert.deepEqual([...live.objects.values()].sort(byId), all)
  await ann.comments.create(board, 'notes', first.id, { text: 'after' })
  await until(() => live.commentsOn(first.id).length === 2)
  assert.deepEqual(live.commentsOn(first.id), (await ann.comments.list(board, 'notes', first.id)).comments)
})

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

test('[CLI-11] the change of a Viewer is rolled back', async () => {
  const there = await world()
  await using live = await opened(there, there.vic)
  assert.equal(live.role?.can_edit_workspace, false)
  const { results } = live.change([note('not mine to make')])
  assert.equal(live.objects.size, 1)
  await assert.rejects(results, { code: 'ForbiddenError', status: 403 })
  assert.equal(live.objects.size, 0)
  assert.equal((await there.ann.objects.list(there.board)).objects.length, 0)
})

test('[CLI-13] [LIV-9] lost access is reported, and an expired token is requested again', async () => {
  const there = await world()
  const { ann, bob, board } = there
  await using live = await opened(there, bob)
  await ann.workspaces.updateUser(board, bob.id, { workspace_role_id: 5 })
  await until(() => live.role?.name === 'Viewer')
  await ann.workspaces.removeUser(board, bob.id)
  await until(() => live.state === 'closed')
  assert.ok([4403, 4404].includes(live.closeReason?.code ?? 0))
  assert.ok(live.closeReason?.message)

  const { token: first } = await ann.tokens.create({ name: 'first' })
  const refusedTokens: (string | null)[] = []
  const token = (refused: string | null) => {
    refusedTokens.push(refused)
    return refused === null ? (first.access_token as string) : ann.token
  }
  await using other = await opened(there, ann, { token })
  const states: string[] = []
  other.onState(state => states.push(state))
  await ann.tokens.delete(first.id)
  await until(() => states.at(-1) === 'live')
  assert.deepEqual(refusedTokens, [null, first.access_token])
})

test('[CLI-14] [LIV-7] a drag is shown while it lasts and is one event; a user leads and is followed', async () => {
  const there = await world()
  const { note: dragged } = await there.ann.notes.create(there.board, { text: 'dragged' })
  await using ann = await opened(there, there.ann, { as: 'browser' })
  await using bob = await opened(there, there.bob, { as: 'browser' })
  const annSeen = () => bob.people.get(ann.me?.connection ?? '')
  for (let x = 1; x <= 50; x += 1) ann.sendPresence({ cursor: { x, y: x }, moving: [{ id: dragged.id, x, y: x }] })
  await until(() => annSeen()?.moving?.[0]?.x === 50)
  assert.deepEqual([annSeen()?.type, annSeen()?.cursor], ['browser', { x: 50, y: 50 }])
  ann.sendPresence({ moving: [] })
  await ann.change([{ op: 'update', id: dragged.id, data: { x: 50, y: 50 } }]).results
  await until(() => bob.get(dragged.id)?.version === 2)
  await until(() => annSeen()?.moving === undefined)
  const { events } = await there.ann.events.list(there.board)
  assert.deepEqual(
    events.map(event => event.type),
    ['NOTE_CREATE', 'NOTE_UPDATE'],
  )
  ann.lead(true)
  bob.follow(there.ann.id)
  await until(() => bob.leader === there.ann.id)
  await until(() => ann.people.get(bob.me?.connection ?? '')?.following === there.ann.id)
  ann.lead(false)
  await until(() => bob.leader === null)
})

test('[CLI-8] undo reverts only the user’s own changes', async () => {
  const there = await world()
  await using ann = await opened(there, there.ann)
  await using bob = await opened(there, there.bob)
  const history = openUndo(ann)
  const made = history.change([note('a', { x: 1 })])
  await made.results
  const id = ann.idOf(made.ids[0] as string)
  history.change([{ op: 'update', id, data: { x: 5, text: 'b' } }])
  await until(() => (bob.get(id) as { x?: number } | undefined)?.x === 5)
  await bob.change([{ op: 'update', id, data: { text: 'by bob' } }]).results
  await until(() => (ann.get(id) as { text?: string }).text === 'by bob')
  await history.undo()?.pending.results
  const { note: now } = await there.ann.notes.get(there.board, id)
  assert.deepEqual([now.x, now.text], [1, 'by bob'])
  await history.undo()?.pending.results
  await until(() => bob.objects.size === 0)
  await history.redo()?.pending.results
  await until(() => bob.objects.size === 1)
  assert.deepEqual(
    [...bob.objects.values()].map(object => (object as { text?: string }).text),
    ['by bob'],
  )
})
