// Tests that an agent undoes its own changes, and nothing else.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Agent, agentOf, connectAgent } from '../../testing/mcp-client.ts'
import { newPublicClient } from '../../testing/oauth-application.ts'
import { withApplication } from '../../testing/token-holders.ts'
import { type Person, world } from '../../testing/world.ts'

const note = (text: string, more: object = {}) => ({ op: 'create', kind: 'note', data: { text }, ...more })

interface Undone {
  readonly undone: number
  readonly left_alone: { id: string; why: string }[]
}

/** Returns the board without the fields that change with every event. */
async function lookOf({ objects }: Person, board: string) {
  const list = (await objects.list(board)).objects as unknown as Record<string, unknown>[]
  return list.map(({ version, updated_at, order, group, ...rest }) => ({ ...rest, isGrouped: group !== null }))
}

/** Lists the objects from back to front. */
async function stackOf({ objects }: Person, board: string) {
  const list = (await objects.list(board)).objects
  return list.toSorted((one, other) => (one.order < other.order ? -1 : 1)).map(({ id }) => id)
}

function tools(agent: Agent, workspace_id: string) {
  const change = async (...changes: object[]) => {
    const { structuredContent } = await agent.call('change_board', { workspace_id, changes })
    return structuredContent as { ids: Record<string, string>; created: string[]; seq_before: number }
  }
  const undo = async (args: object = {}) => {
    const { structuredContent, content } = await agent.call('undo', { workspace_id, ...args })
    assert.ok(structuredContent, JSON.stringify(content))
    return structuredContent as unknown as Undone
  }
  return { change, undo, fail: () => agent.fail('undo', { workspace_id }) }
}

test('[MCP-51] undo reverts step by step what the agent did: creates, updates, deletes, groups and order', async () => {
  const made = await world()
  const { ann, board } = made
  const [first, second, third] = await Promise.all(
    ['first', 'second', 'third'].map(async text => (await ann.notes.create(board, { text, x: 7 })).note.id),
  )
  const { stroke } = await ann.strokes.createOn(board, 'notes', first as string, { points: [1, 1] })
  const connector = { from: { id: first as string }, to: { id: second as string } } as never
  await ann.connectors.create(board, connector)
  const { change, undo, fail } = tools(await agentOf(made, ann), board)
  const looks = [await lookOf(ann, board)]
  const stack = await stackOf(ann, board)
  const steps: object[][] = [
    [
      note('new', { ref: 'a' }),
      { op: 'create', kind: 'connector', data: { from: { id: { ref: 'a' } }, to: { id: second } } },
    ],
    [{ op: 'update', id: first, data: { text: 'changed', x: 90 } }],
    [
      { op: 'update', id: first, data: { text: 'again' } },
      { op: 'delete', id: first },
    ],
    [{ op: 'group', ids: [second, third] }],
    [{ op: 'order', ids: [second], to: 'front' }],
  ]
  for (const step of steps) {
    await change(...step)
    looks.push(await lookOf(ann, board))
  }
  for (let step = steps.length - 1; step >= 0; step -= 1) {
    assert.deepEqual((await undo()).left_alone, [], `step ${step}`)
    assert.deepEqual(await lookOf(ann, board), looks[step], `step ${step}`)
  }
  const isOther = (id: string) => id !== first
  assert.deepEqual((await stackOf(ann, board)).filter(isOther), stack.filter(isOther))
  assert.equal((await ann.strokes.get(board, stroke.id)).stroke.targetId, first)
  assert.match(await fail(), /There is nothing left to undo/)
})

test('[MCP-51] several steps, or everything after a seq, are undone at once, with comments', async () => {
  const made = await world()
  const { ann, board } = made
  const agent = await agentOf(made, ann)
  const { change, undo, fail } = tools(agent, board)
  const { created, seq_before } = await change(note('one'), note('two'))
  await agent.ask('add_comment', { workspace_id: board, text: 'Look', object_id: created[0] })
  await agent.ask('add_comment', { workspace_id: board, text: 'Here', x: 1, y: 1 })
  await change({ op: 'update', id: created[0], data: { x: 50 } })
  await undo({ steps: 2 })
  assert.deepEqual(
    (await ann.comments.listInWorkspace(board)).comments.map(({ text }) => text),
    ['Look'],
  )
  const shown = await undo({ since_seq: seq_before, dry_run: true })
  assert.equal((await ann.notes.list(board)).total, 2)
  assert.deepEqual(await undo({ since_seq: seq_before }), { ...shown, dry_run: false, seq: 8 + 2 })
  assert.deepEqual([(await ann.notes.list(board)).total, (await ann.comments.listInWorkspace(board)).total], [0, 0])
  assert.match(await fail(), /There is nothing left/)
})

test('[MCP-52] undo keeps what another user has changed since, and says why', async () => {
  const made = await world()
  const { ann, bob, board } = made
  const { note: old } = await ann.notes.create(board, { text: 'old', x: 1 })
  const agent = await agentOf(made, ann)
  const { change, undo } = tools(agent, board)
  const { ids } = await change(
    note('moved', { ref: 'moved' }),
    note('discussed', { ref: 'discussed' }),
    note('connected', { ref: 'connected' }),
    note('drawn on', { ref: 'drawn' }),
    note('plain', { ref: 'plain' }),
    { op: 'update', id: old.id, data: { text: 'by the agent', x: 2, backgroundColor: 'Red' } },
  )
  await bob.notes.update(board, ids.moved as string, { x: 9 })
  await bob.comments.create(board, 'notes', ids.discussed as string, { text: 'Good' })
  await bob.connectors.create(board, { from: { id: ids.connected }, to: { id: old.id } } as never)
  await bob.strokes.createOn(board, 'notes', ids.drawn as string, { points: [1, 2] })
  await bob.notes.update(board, old.id, { text: 'by Bob' })
  const { left_alone } = await undo()
  assert.deepEqual(Object.fromEntries(left_alone.map(({ id, why }) => [id, why.replace(/^Bob \S+/, 'Bob')])), {
    [ids.moved as string]: 'Bob has changed it since',
    [ids.discussed as string]: 'Bob has commented on it',
    [ids.connected as string]: 'Bob has connected it',
    [ids.drawn as string]: 'Bob has drawn on it',
    [old.id]: 'Bob has changed text since',
  })
  const { notes } = await ann.notes.list(board)
  assert.ok(!notes.some(({ id }) => id === ids.plain))
  const kept = notes.find(({ id }) => id === old.id)
  assert.deepEqual([kept?.text, kept?.x, kept?.backgroundColor], ['by Bob', 1, 'Teal'])
  assert.equal(notes.length, 5)
})

test('[MCP-53] undo never reverts the work of the user, of another token or of another program', async () => {
  const made = await world()
  const { ann, board } = made
  const mcp = `${made.dependencies.config.publicUrl}/mcp`
  const [one, other] = [await newPublicClient(made), await newPublicClient(made)]
  const program = async (client_id: string) =>
    await connectAgent(made, (await withApplication(made, ann, client_id, mcp)).token)
  const agents = [
    await agentOf(made, ann),
    await agentOf(made, ann),
    await program(one.client_id),
    await program(other.client_id),
  ]
  await ann.notes.create(board, { text: 'by Ann' })
  const made1 = await Promise.all(agents.map((agent, index) => tools(agent, board).change(note(`agent ${index}`))))
  await ann.notes.create(board, { text: 'by Ann, later' })
  const texts = async () => (await ann.notes.list(board)).notes.map(({ text }) => text).sort()
  const all = await texts()
  assert.equal(made1.length + 2, all.length)
  for (const [index, agent] of agents.entries()) {
    const { undo, fail } = tools(agent, board)
    await undo()
    all.splice(all.indexOf(`agent ${index}`), 1)
    assert.deepEqual(await texts(), all)
    assert.match(await fail(), /There is nothing left|none of the last/)
  }
  assert.deepEqual(all, ['by Ann', 'by Ann, later'])
})
