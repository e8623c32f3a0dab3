// Tests that long texts, which are read before their batch, have the size and the words that their fields give them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedChange } from '@tessera/contract'
import { computeTextSize, type TextToSize } from '@tessera/drawing/text-size'
import { refused } from '../../testing/assert-refused.ts'
import { openLive } from '../../testing/live-client.ts'
import { testEngine } from '../../testing/test-database.ts'
import { type World, world, worldOnWriteThread } from '../../testing/world.ts'

const long = (word: string) => `**${word.slice(0, 2)}**${word.slice(2)} *a* _b_ `.repeat(1_000)
const create = (text: string, more: object = {}): ListedChange => ({
  op: 'create',
  kind: 'text',
  data: { text, ...more },
})
const update = (id: string, data: object): ListedChange => ({ op: 'update', id, data: { ...data } })

const worlds: Readonly<Record<string, () => Promise<World>>> = {
  '': world,
  ...(testEngine === 'sqlite' ? { ' on the write thread': worldOnWriteThread } : {}),
}

for (const [name, open] of Object.entries(worlds)) {
  test(`[KND-3] [CHG-16] the size of a long text follows from the fields it has in its batch${name}`, async () => {
    const { ann, board } = await open()
    const { results } = await ann.objects.change(board, {
      changes: [
        create(long('plain')),
        create(long('broken'), { width: 300 }),
        create(long('fixed'), { width: 300, height: 200 }),
        create('short', { fontSize: 40, textTransform: 'uppercase' }),
        create('short', { width: 500 }),
      ],
    })
    const ids = results.map(result => (result as { text: { id: string } }).text.id)
    const [, , fixed, large, wide] = ids as [string, string, string, string, string]
    await ann.objects.change(board, {
      changes: [update(large, { text: long('larger') }), update(wide, { text: long('wider'), fontWeight: 'bold' })],
    })
    const computed = new Map<string, object>([
      [fixed, {}],
      [wide, { height: null }],
    ])
    for (const id of ids) {
      const { text } = await ann.texts.get(board, id)
      const given = { ...text, ...(computed.get(id) ?? { width: text.width === 300 ? 300 : null, height: null }) }
      const { width, height } = computeTextSize(given as unknown as TextToSize)
      assert.deepEqual([text.width, text.height], [width, height], text.text.slice(0, 20))
    }
    await ann.texts.update(board, fixed, { text: long('renamed') })
    const { text } = await ann.texts.get(board, fixed)
    assert.deepEqual([text.width, text.height], [300, 200])
  })

  test(`[CHG-16] a long text is found by its words, and invalid fields are refused${name}`, async () => {
    const { ann, board } = await open()
    const { note } = await ann.notes.create(board, { text: long('created') })
    const found = async (query: string) => (await ann.objects.list(board, { query })).objects.length
    assert.deepEqual([await found('created a b'), await found('**cr')], [1, 0])
    await ann.objects.change(board, { changes: [update(note.id, { text: long('updated'), color: '#ffcc00' })] })
    assert.deepEqual([await found('updated a b'), await found('created')], [1, 0])
    const changes = [create('short'), update(note.id, { text: long('invalid'), x: 'left' })]
    await refused(ann.objects.change(board, { changes }), 400, 'BadRequest', 'changes[1].data.x')
    assert.deepEqual([await found('updated a b'), await found('short')], [1, 0])
  })
}

test('[CHG-12] [CHG-16] a short change does not overtake a long one that was sent before', async () => {
  const there = await world()
  const { ann, board } = there
  const { text } = await ann.texts.create(board, { text: 'first' })
  await using socket = await openLive(there, ann)
  const texts = [long('one'), 'two', long('three'), 'four']
  await Promise.all(texts.map(one => socket.change(one.slice(0, 6), [update(text.id, { text: one })])))
  const { events } = await ann.events.list(board, { limit: 100 })
  const written = events.flatMap(event => ('text' in event ? [(event.text as { text: string }).text] : []))
  assert.deepEqual(written, ['first', ...texts])
})
