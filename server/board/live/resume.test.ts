// Tests resuming after a disconnect: exactly the missed events are sent, none twice.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LiveSocket, openLive } from '../../testing/live-client.ts'
import { type World, world } from '../../testing/world.ts'

const note = (text: string) => ({ op: 'create', kind: 'note', data: { text } })

/** Computes the state of a client after all messages: the last snapshot and the events after it. */
function boardOf({ messages }: LiveSocket, before: ReadonlyMap<string, unknown> = new Map()): Map<string, unknown> {
  let board = new Map(before)
  let fresh: [string, unknown][] = []
  for (const message of messages) {
    if (message.type === 'snapshot') {
      fresh.push(...message.objects.map((object): [string, unknown] => [object.id, plain(object)]))
      if (!message.more) {
        board = new Map(fresh)
        fresh = []
      }
    }
    if (message.type !== 'events') continue
    for (const event of message.events) {
      const kind = event.type.split('_')[0]?.toLowerCase() as 'note'
      const record = event[kind]
      if (!record) continue
      if (event.type.endsWith('_DELETE')) board.delete(record.id)
      else board.set(record.id, plain({ kind, ...record }))
    }
  }
  return board
}

const plain = (object: object) => JSON.stringify(Object.entries(object).sort())

async function assertLikeServer({ ann, board }: World, has: Map<string, unknown>): Promise<void> {
  const objects = await Array.fromAsync(ann.objects.list.all(board))
  assert.deepEqual([...has].sort(), objects.map((object): [string, unknown] => [object.id, plain(object)]).sort())
}

test('[LIV-5] a client that resumes from any seq gets exactly the missed events', async () => {
  const there = await world()
  const { ann, board } = there
  const { results } = await ann.objects.change(board, {
    changes: Array.from({ length: 20 }, (_, n) => note(`${n}`)) as never,
  })
  const first = results[0] as { note: { id: string } }
  await ann.notes.delete(board, first.note.id)
  const { events } = await ann.events.list(board, { limit: 1_000 })
  for (let after = 0; after <= events.length; after += 1) {
    await using socket = await openLive(there, ann, { after })
    await socket.until(() => after === events.length || socket.seq >= events.length)
    assert.deepEqual(socket.events, events.slice(after))
    assert.deepEqual(socket.all('snapshot'), [])
  }
})

test('[LIV-5] [LIV-3] a client with no state, with a seq from the future, or that missed too much gets a snapshot', async () => {
  const there = await world()
  const { ann, board } = there
  const many = { changes: Array.from({ length: 1_000 }, (_, n) => note(`note ${n} ${'x'.repeat(300)}`)) as never }
  for (let turn = 0; turn < 3; turn += 1) await ann.objects.change(board, many)
  const { note: last } = await ann.notes.create(board, { text: 'commented' })
  await ann.comments.create(board, 'notes', last.id, { text: 'a comment' })
  for (const after of [null, 5_000_000, 3]) {
    await using socket = await openLive(there, ann, { after })
    await socket.until(() => socket.seq >= socket.welcome.seq)
    const parts = socket.all('snapshot')
    assert.ok(parts.length > 1)
    assert.deepEqual(
      parts.map(part => part.more),
      parts.map((_, index) => index < parts.length - 1),
    )
    await assertLikeServer(there, boardOf(socket))
    assert.deepEqual(
      parts.flatMap(part => part.comments).map(({ text, targetId }) => [text, targetId]),
      [['a comment', last.id]],
    )
  }
})

test('[LIV-5] a client that reconnects while others write gets every event once and in order', async () => {
  const there = await world()
  const { ann, bob, board } = there
  await ann.objects.change(board, { changes: Array.from({ length: 500 }, (_, n) => note(`${n}`)) as never })
  let isOver = false
  const writers = [ann, bob].map(async person => {
    for (let count = 0; !isOver; count += 1) {
      const { note: made } = await person.notes.create(board, { text: `written ${count}` })
      if (count % 3 === 0) await person.notes.update(board, made.id, { x: count })
      if (count % 5 === 0) await person.notes.delete(board, made.id)
    }
  })
  const comers = Array.from({ length: 6 }, async (_, index) => {
    let has = new Map<string, unknown>()
    let after: number | null = null
    for (let turn = 0; turn < 8; turn += 1) {
      await using socket: Awaited<ReturnType<typeof openLive>> = await openLive(there, index % 2 ? ann : there.vic, {
        after,
      })
      const goal: number = socket.welcome.seq + index
      await socket.until(() => socket.seq >= goal)
      const numbers = socket.events.map(event => event.seq)
      const start: number = socket.all('snapshot').at(-1)?.seq ?? (after as number)
      assert.deepEqual(
        numbers,
        numbers.map((__, at) => start + at + 1),
      )
      has = boardOf(socket, has)
      after = socket.seq
    }
    return { has, after: after as number }
  })
  const ended = await Promise.all(comers)
  isOver = true
  await Promise.all(writers)
  for (const { has, after } of ended) {
    await using socket = await openLive(there, there.vic, { after })
    await socket.until(() => Math.max(after, socket.seq) >= socket.welcome.seq)
    await assertLikeServer(there, boardOf(socket, has))
  }
})
