import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '@tessera/client'
import { allOperations } from '@tessera/contract'
import { type Answers, ok, type ReceivedRequest, refusal, startWire } from '../testing/wire-server.ts'

test('[CLI-3] a list that pages is walked item by item, page by page', async t => {
  const { client, received } = await startWire(t, notesUpTo(5))
  const texts = await Array.fromAsync(client.notes.list.all('w', { limit: 2 }), note => note.text)
  assert.deepEqual(texts, ['1', '2', '3', '4', '5'])
  assert.deepEqual(
    received.map(({ query }) => query),
    [{ limit: '2' }, { limit: '2', offset: '2' }, { limit: '2', offset: '4' }],
  )
})

test('[CLI-3] iterating fetches pages as needed, and the largest pages by default', async t => {
  const { client, received } = await startWire(t, notesUpTo(1_000))
  const walk = client.notes.list.all('w')
  assert.equal(received.length, 0)
  for await (const note of walk) if (note.text === '200') break
  assert.deepEqual(
    received.map(({ query }) => query),
    [{ limit: '200' }],
  )
})

test('[CLI-3] iterating keeps the query, and starts at the offset', async t => {
  const { client, received } = await startWire(t, notesUpTo(5, 'organization_users'))
  const query = { query: 'ann', order_direction: 'DESC', offset: 3, limit: 1 } as const
  const members = await Array.fromAsync(client.organizations.listMembers.all(1, query))
  assert.equal(members.length, 2)
  for (const one of received) assert.partialDeepStrictEqual(one.query, { query: 'ann', order_direction: 'DESC' })
})

test('[CLI-3] a walk ends at an empty page, though the list claims to go on', async t => {
  const { client, received } = await startWire(t, ({ query }, count) => {
    const offset = Number(query.offset ?? 0)
    const page = { notes: offset === 0 ? [{ text: '1' }] : [], offset, paging: { next: '/api/more' } }
    return count > 2 ? refusal(400, 'BadRequest') : ok(page)
  })
  assert.equal((await Array.fromAsync(client.notes.list.all('w'))).length, 1)
  assert.equal(received.length, 2)
})

test('[CLI-3] the list of all objects is walked by its cursor, past pages that a filter left empty', async t => {
  const pages: Record<string, object> = {
    start: { objects: [{ id: 'a', kind: 'note' }], next_cursor: 'c1' },
    c1: { objects: [], next_cursor: 'c2' },
    c2: { objects: [{ id: 'b', kind: 'text' }], next_cursor: null },
  }
  const { client, received } = await startWire(t, ({ query }) => ok(pages[query.cursor ?? 'start']))
  const ids = await Array.fromAsync(client.objects.list.all('w', { kind: 'note' }), object => object.id)
  assert.deepEqual(ids, ['a', 'b'])
  assert.deepEqual(
    received.map(({ query }) => query),
    [{ kind: 'note' }, { kind: 'note', cursor: 'c1' }, { kind: 'note', cursor: 'c2' }],
  )
})

test('[CLI-3] the log is walked from a sequence number on, until nothing follows', async t => {
  const { client, received } = await startWire(t, ({ query }) => {
    const after = Number(query.after ?? 0)
    return ok({ events: [after + 1, after + 2].filter(seq => seq <= 6).map(seq => ({ seq })) })
  })
  const numbers = await Array.fromAsync(client.events.list.all('w', { after: 2 }), event => event.seq)
  assert.deepEqual(numbers, [3, 4, 5, 6])
  assert.deepEqual(
    received.map(({ query }) => query.after),
    ['2', '4', '6'],
  )
})

test('[CLI-3] a walk ends with the signal that its options carry', async t => {
  const { client, received } = await startWire(t, notesUpTo(5))
  const controller = new AbortController()
  const seen: string[] = []
  await assert.rejects(async () => {
    for await (const note of client.notes.list.all('w', { limit: 1 }, { signal: controller.signal })) {
      seen.push(note.text)
      controller.abort(new Error('enough'))
    }
  }, /enough/)
  assert.deepEqual(seen, ['1'])
  assert.equal(received.length, 1)
})

test('exactly the lists that take a limit can be walked', () => {
  const client = connect({ url: 'http://127.0.0.1' }) as unknown as Record<string, Record<string, object>>
  const properties = (schema: unknown) => (schema as { properties: object } | undefined)?.properties ?? {}
  for (const { noun, verb, query, id } of allOperations) {
    assert.equal('all' in (client[noun]?.[verb] ?? {}), 'limit' in properties(query), id)
  }
})

function notesUpTo(total: number, name = 'notes'): Answers {
  return ({ query }: ReceivedRequest) => {
    const limit = Number(query.limit ?? 25)
    const offset = Number(query.offset ?? 0)
    const items = Array.from({ length: total }, (_, index) => ({ text: String(index + 1) })).slice(
      offset,
      offset + limit,
    )
    const next = offset + limit < total ? `/api/next?offset=${offset + limit}` : null
    return ok({ [name]: items, total, limit, offset, size: items.length, paging: { prev: null, self: '/api', next } })
  }
}
