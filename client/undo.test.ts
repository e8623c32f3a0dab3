// Undo and redo on a board in memory that others change in between.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '@tessera/client'
import fc from 'fast-check'
import { fieldOf } from './board-change.ts'
import type { BoardObject } from './live.ts'
import { PlainBoard } from './testing/plain-board.ts'
import { openUndo } from './undo.ts'

const note = (data: object = {}): Change => ({ op: 'create', kind: 'note', data: { text: 'a', ...data } })
const update = (id: string, data: Record<string, unknown>): Change => ({ op: 'update', id, data })
const remove = (id: string): Change => ({ op: 'delete', id })

const settled = () => new Promise(resolve => setImmediate(resolve))

function start() {
  const board = new PlainBoard()
  const undo = openUndo(board)
  const made = (data: object = {}) => board.change([note(data)]).ids[0] as string
  const field = (id: string, name: string) => {
    const object = board.get(id)
    return object && fieldOf(object, name)
  }
  return { board, undo, made, field }
}

test('[CLI-8] a change is taken back, and made again', () => {
  const { board, undo, made, field } = start()
  const id = made({ x: 1 })
  assert.deepEqual([undo.canUndo, undo.canRedo, undo.undo(), undo.redo()], [false, false, null, null])
  undo.change([update(id, { x: 5, text: 'b' })])
  assert.equal(undo.undo()?.skipped, 0)
  assert.deepEqual([field(id, 'x'), field(id, 'text'), undo.canUndo, undo.canRedo], [1, 'a', false, true])
  undo.redo()
  assert.deepEqual([field(id, 'x'), field(id, 'text')], [5, 'b'])
  undo.undo()
  undo.change([update(id, { scale: 2 })])
  assert.equal(undo.canRedo, false)
  assert.equal(board.objects.size, 1)
})

test('[CLI-8] what somebody else has changed since stays as they left it', () => {
  const { board, undo, made, field } = start()
  const id = made({ x: 1, y: 1 })
  undo.change([update(id, { x: 5, y: 5 })])
  board.change([update(id, { x: 9 })])
  assert.equal(undo.undo()?.skipped, 1)
  assert.deepEqual([field(id, 'x'), field(id, 'y')], [9, 1])
  board.change([update(id, { y: 7 })])
  assert.equal(undo.redo(), null, 'nothing of it is left to make again')
  assert.deepEqual([field(id, 'x'), field(id, 'y')], [9, 7])
})

test('[CLI-8] a step that means nothing any more is passed over', () => {
  const { board, undo, made, field } = start()
  const [first, second] = [made({ x: 1 }), made({ x: 1 })]
  undo.change([update(first, { x: 5 })])
  undo.change([update(second, { x: 5 })])
  board.change([remove(second)])
  undo.undo()
  assert.equal(field(first, 'x'), 1)
})

test('[CLI-8] what was made goes, and what was deleted comes back under another id that earlier steps find', () => {
  const { board, undo, field } = start()
  const id = undo.change([note({ x: 1, backgroundColor: 'Red' })]).ids[0] as string
  undo.change([update(id, { x: 2 })])
  undo.change([remove(id)])
  const [back] = undo.undo()?.ids ?? []
  assert.ok(back)
  assert.deepEqual([field(back, 'x'), field(back, 'backgroundColor'), field(id, 'x')], [2, 'Red', undefined])
  undo.undo()
  assert.equal(field(back, 'x'), 1)
  undo.undo()
  assert.equal(board.objects.size, 0)
  const [again] = undo.redo()?.ids ?? []
  undo.redo()
  assert.equal(field(again as string, 'x'), 2)
  undo.redo()
  assert.equal(board.objects.size, 0)
})

test('[CLI-8] a stroke comes back with its pen, a file does not', () => {
  const { board, undo } = start()
  const drawn = { points: [1, 2, 3, 4], penColor: 'Red', brushSize: 30, brushType: 'Pen' }
  const stroke = board.change([{ op: 'create', kind: 'stroke', data: drawn }]).ids[0] as string
  const before = board.get(stroke)
  undo.change([remove(stroke)])
  const [back] = undo.undo()?.ids ?? []
  const { id: _id, created_at: _c, updated_at: _u, ...rest } = board.get(back as string) as BoardObject
  assert.deepEqual(rest, {
    ...rest,
    ...(({ id: _, created_at: _a, updated_at: _b, ...same }) => same)(before as BoardObject),
  })
  board.objects.set('picture', { ...(before as BoardObject), id: 'picture', kind: 'image' } as BoardObject)
  undo.change([remove('picture')])
  assert.equal(undo.undo(), null)
  assert.equal(board.get('picture'), undefined)
})

test('[CLI-8] the strokes on an object come back with it', () => {
  const { board, undo, made } = start()
  const id = made()
  const data = { points: [1, 2], targetId: id }
  const stroke = undo.change([{ op: 'create', kind: 'stroke', data }]).ids[0] as string
  undo.change([remove(id)])
  assert.equal(board.objects.size, 0)
  const back = board.get(undo.undo()?.ids[0] as string) as BoardObject
  const strokes = () => [...board.objects.values()].filter(object => object.kind === 'stroke')
  assert.deepEqual(
    strokes().map(one => [fieldOf(one, 'targetId'), fieldOf(one, 'targetType'), fieldOf(one, 'points')]),
    [[back.id, 'note', [1, 2]]],
  )
  undo.redo()
  assert.deepEqual([board.objects.size, board.get(stroke)], [0, undefined])
})

test('[CLI-8] a gesture is one step', () => {
  const { board, undo, made, field } = start()
  const id = made({ x: 1, text: '' })
  for (const text of ['h', 'he', 'hey']) undo.change([update(id, { text })], 'typing')
  undo.endGesture()
  undo.change([update(id, { text: 'hey you' })], 'typing')
  undo.undo()
  assert.equal(field(id, 'text'), 'hey')
  undo.undo()
  assert.deepEqual([field(id, 'text'), undo.canUndo], ['', false])
  undo.redo()
  assert.equal(field(id, 'text'), 'hey')

  const drawn = undo.change([note()], 'new note').ids[0] as string
  undo.change([update(drawn, { text: 'typed' })], 'new note')
  undo.undo()
  assert.equal(board.get(drawn), undefined)
  const [again] = undo.redo()?.ids ?? []
  assert.equal(field(again as string, 'text'), 'typed')
})

test('[CLI-8] changed and deleted in one step comes back as it was before both', () => {
  const { undo, made, field } = start()
  const id = made({ x: 1 })
  undo.change([update(id, { x: 2 }), remove(id)])
  const [back] = undo.undo()?.ids ?? []
  assert.equal(field(back as string, 'x'), 1)
})

test('[CLI-8] a step does not move what somebody has pinned since', () => {
  const { board, undo, made, field } = start()
  const id = made({ x: 1 })
  undo.change([update(id, { x: 2, text: 'b' })])
  board.change([update(id, { pin: true })])
  assert.equal(undo.undo()?.skipped, 1)
  assert.deepEqual([field(id, 'x'), field(id, 'text')], [2, 'a'])
})

test('[CLI-8] a value that the service keeps in another form can be taken back', async () => {
  const { board, undo, field } = start()
  const id = board.change([{ op: 'create', kind: 'canvas', data: { name: 'a' } }]).ids[0] as string
  await undo.change([update(id, { name: ' b ' })]).results
  undo.undo()
  assert.equal(field(id, 'name'), 'a')
})

test('[CLI-8] after a refusal there is nothing to take back', async () => {
  const { board, undo, made, field } = start()
  const id = made({ x: 1, pin: true })
  undo.change([update(id, { x: 2 })])
  undo.change([note(), remove('nothing')])
  await settled()
  assert.equal(undo.undo(), null)
  assert.deepEqual([field(id, 'x'), board.objects.size], [1, 1])
})

test('[CLI-8] undoing everything leads back, redoing everything leads forth, whatever was done', async () => {
  const value = fc.integer({ min: 0, max: 3 })
  const at = fc.nat({ max: 5 })
  const act = fc.oneof(
    fc.record({ op: fc.constant('create' as const), x: value }),
    fc.record({ op: fc.constant('update' as const), at, x: value, y: fc.option(value) }),
    fc.record({ op: fc.constant('delete' as const), at }),
  )
  const step = fc.record({
    acts: fc.array(act, { minLength: 1, maxLength: 3 }),
    gesture: fc.constantFrom(undefined, 'a', 'b'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
      const { board, undo, made } = start()
      for (let x = 0; x < 3; x += 1) made({ x })
      const look = () =>
        [...board.objects.values()].map(object => [fieldOf(object, 'x'), fieldOf(object, 'y')].join()).sort()
      const before = look()
      for (const { acts, gesture } of steps) {
        const present = [...board.objects.keys()]
        const changes = acts.flatMap((one): Change[] => {
          if (one.op === 'create') return [note({ x: one.x })]
          const id = present[one.at % (present.length || 1)]
          if (id === undefined) return []
          return [one.op === 'delete' ? remove(id) : update(id, { x: one.x, y: one.y })]
        })
        if (changes.length > 0) undo.change(changes, gesture)
        await settled()
      }
      const after = look()
      while (undo.undo());
      assert.deepEqual(look(), before)
      while (undo.redo());
      assert.deepEqual(look(), after)
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 300) },
  )
})
