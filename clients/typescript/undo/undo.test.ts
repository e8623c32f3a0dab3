// Undo and redo on a board in memory that others change in between.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '@tessera/client'
import fc from 'fast-check'
import type { BoardObject } from '../live/live-workspace.ts'
import { fieldOf } from '../live/predict-change.ts'
import { PlainBoard } from '../testing/plain-board.ts'
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

test('[CLI-8] a change is undone and redone', () => {
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

test('[CLI-8] what another user has changed since stays as it is', () => {
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

test('[CLI-8] created objects are deleted, and deleted ones are restored under their id', () => {
  const { board, undo, field } = start()
  const id = undo.change([note({ x: 1, backgroundColor: 'Red' })]).ids[0] as string
  undo.change([update(id, { x: 2 })])
  undo.change([remove(id)])
  const given = board.idOf(id)
  assert.deepEqual(undo.undo()?.ids, [given])
  assert.deepEqual([field(id, 'x'), field(id, 'backgroundColor')], [2, 'Red'])
  undo.undo()
  assert.equal(field(id, 'x'), 1)
  undo.undo()
  assert.equal(board.objects.size, 0)
  assert.deepEqual(undo.redo()?.ids, [given])
  undo.redo()
  assert.equal(field(id, 'x'), 2)
  undo.redo()
  assert.equal(board.objects.size, 0)
})

test('[CLI-8] what was made by other means is a step like any other, and several of one gesture are one', () => {
  const { board, undo, made } = start()
  const [first, second, third] = [made(), made(), made()]
  undo.recordCreated([first], 'lot')
  undo.recordCreated([second], 'lot')
  undo.recordCreated([third], 'another lot')
  const given = [board.idOf(second), board.idOf(first)]
  undo.undo()
  assert.deepEqual([...board.objects.keys()], [...given].reverse())
  assert.deepEqual(undo.undo()?.ids, given)
  assert.equal(board.objects.size, 0)
  undo.redo()
  assert.deepEqual([...board.objects.keys()].sort(), [...given].sort())
  assert.equal(undo.canRedo, true)
  undo.recordCreated([made()])
  assert.equal(undo.canRedo, false)
})

test('[CLI-8] creating an object and editing it at once is one step, redone with its text', () => {
  const { board, undo, field } = start()
  const id = undo.change([note({ text: '' })]).ids[0] as string
  undo.continueCreation(id, 'typing')
  undo.change([update(id, { text: 'mi' })], 'typing')
  undo.change([update(id, { text: 'milk' })], 'typing')
  undo.endGesture()
  undo.undo()
  assert.deepEqual([board.objects.size, undo.canUndo], [0, false])
  undo.redo()
  assert.equal(field(id, 'text'), 'milk')
  undo.continueCreation(id, 'typing')
  undo.change([update(id, { text: 'cold milk' })], 'typing')
  undo.undo()
  assert.equal(field(id, 'text'), 'milk', 'editing it later is a step of its own')
})

test('[CLI-8] editing continues only the creation of the same object', () => {
  const { undo, field } = start()
  const [first, second] = [undo.change([note()]).ids[0] as string, undo.change([note()]).ids[0] as string]
  undo.continueCreation(first, 'typing')
  undo.change([update(first, { text: 'b' })], 'typing')
  undo.undo()
  assert.deepEqual([field(first, 'text'), field(second, 'text')], ['a', 'a'])
})

test('[CLI-8] restacking several objects is one step', () => {
  const { board, undo, made } = start()
  const ids = [made(), made(), made(), made()].map(board.idOf)
  const stack = () => ids.toSorted((a, b) => ((board.get(a)?.order ?? '') < (board.get(b)?.order ?? '') ? -1 : 1))
  const [first, second, third, last] = ids as [string, string, string, string]
  undo.change([{ op: 'order', ids: [first, third], to: 'front' }])
  assert.deepEqual(stack(), [second, last, first, third])
  undo.undo()
  assert.deepEqual([stack(), undo.canUndo], [ids, false])
  undo.redo()
  assert.deepEqual(stack(), [second, last, first, third])
})

test('[CLI-8] grouping and ungrouping are one step each, and groups that it ended come back', () => {
  const { board, undo, made } = start()
  const ids = [made(), made(), made(), made()].map(board.idOf)
  const groups = () => {
    const names = ids.map(id => board.get(id)?.group ?? null)
    return names.map(group => (group === null ? '-' : `${names.indexOf(group)}`)).join(' ')
  }
  const [first, second, third, last] = ids as [string, string, string, string]
  undo.change([{ op: 'group', ids: [first, second] }])
  undo.change([{ op: 'group', ids: [second, third, last] }])
  assert.equal(groups(), '- 1 1 1')
  undo.undo()
  assert.equal(groups(), '0 0 - -')
  undo.redo()
  assert.equal(groups(), '- 1 1 1')
  undo.change([{ op: 'ungroup', group: board.get(third)?.group as string }])
  assert.equal(groups(), '- - - -')
  undo.undo()
  assert.equal(groups(), '- 1 1 1')
  undo.undo()
  undo.undo()
  assert.equal(groups(), '- - - -')
  assert.equal(undo.canUndo, false)
})

test('[CLI-8] aligning many objects is one step', () => {
  const { undo, made, field } = start()
  const ids = Array.from({ length: 30 }, (_, index) => made({ x: index }))
  undo.change(ids.map(id => update(id, { x: 100 })))
  undo.undo()
  assert.deepEqual(
    ids.map(id => field(id, 'x')),
    ids.map((_, index) => index),
  )
  assert.equal(undo.canUndo, false)
})

test('[CLI-8] a stroke comes back with its pen, an image with its file', () => {
  const { board, undo } = start()
  const drawn = { points: [1, 2, 3, 4], penColor: 'Red', brushSize: 30, brushType: 'Pen' }
  const stroke = board.change([{ op: 'create', kind: 'stroke', data: drawn }]).ids[0] as string
  const picture = {
    ...(board.get(stroke) as BoardObject),
    id: 'picture',
    kind: 'image',
    url: '/files/1',
  } as BoardObject
  board.objects.set('picture', picture)
  for (const id of [board.idOf(stroke), 'picture']) {
    const before = board.get(id) as BoardObject
    undo.change([remove(id)])
    assert.equal(board.get(id), undefined)
    undo.undo()
    assert.deepEqual(board.get(id), { ...before, version: before.version + 1 })
  }
})

test('[CLI-8] the strokes on an object come back with it', () => {
  const { board, undo, made } = start()
  const id = made()
  const data = { points: [1, 2], targetId: id }
  const stroke = undo.change([{ op: 'create', kind: 'stroke', data }]).ids[0] as string
  undo.change([remove(id)])
  assert.equal(board.objects.size, 0)
  undo.undo()
  assert.equal(fieldOf(board.get(stroke) as BoardObject, 'targetId'), board.idOf(id))
  undo.redo()
  assert.deepEqual([board.objects.size, board.get(stroke)], [0, undefined])
})

test('[CLI-8] strokes that were deleted in the step of their object come back after it, whatever the order was', () => {
  const { board, undo, made } = start()
  const id = made()
  const draw = () => board.change([{ op: 'create', kind: 'stroke', data: { points: [1, 2], targetId: id } }]).ids[0]
  const strokes = [draw(), draw()] as string[]
  undo.change([...strokes.map(remove), remove(id)])
  undo.undo()
  assert.deepEqual(
    [...strokes, id].map(one => board.get(one) !== undefined),
    [true, true, true],
  )
})

test('[CLI-8] a stroke on an object that another user has deleted since stays deleted', () => {
  const { board, undo, made } = start()
  const id = made()
  const stroke = board.change([{ op: 'create', kind: 'stroke', data: { points: [1, 2], targetId: id } }])
    .ids[0] as string
  undo.change([remove(stroke)])
  board.change([remove(id)])
  assert.deepEqual([undo.undo(), board.objects.size], [null, 0])
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
  undo.redo()
  assert.equal(field(drawn, 'text'), 'typed')
})

test('[CLI-8] changed and deleted in one step comes back as it was before both', () => {
  const { undo, made, field } = start()
  const id = made({ x: 1 })
  undo.change([update(id, { x: 2 }), remove(id)])
  undo.undo()
  assert.equal(field(id, 'x'), 1)
})

test('[CLI-8] a step does not move what another user has pinned since', () => {
  const { board, undo, made, field } = start()
  const id = made({ x: 1 })
  undo.change([update(id, { x: 2, text: 'b' })])
  board.change([update(id, { pin: true })])
  assert.equal(undo.undo()?.skipped, 1)
  assert.deepEqual([field(id, 'x'), field(id, 'text')], [2, 'a'])
})

test('[CLI-8] a value that the service keeps in another form can be undone', async () => {
  const { board, undo, field } = start()
  const id = board.change([{ op: 'create', kind: 'canvas', data: { name: 'a' } }]).ids[0] as string
  await undo.change([update(id, { name: ' b ' })]).results
  undo.undo()
  assert.equal(field(id, 'name'), 'a')
})

test('[CLI-8] after a refusal there is nothing to undo', async () => {
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
      const snapshot = () =>
        [...board.objects.values()].map(object => [fieldOf(object, 'x'), fieldOf(object, 'y')].join()).sort()
      const before = snapshot()
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
      const after = snapshot()
      while (undo.undo());
      assert.deepEqual(snapshot(), before)
      while (undo.redo());
      assert.deepEqual(snapshot(), after)
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 300) },
  )
})

test('[CLI-8] [STR-5] a stroke gets its size and points back, unless someone else has changed them', () => {
  const { board, undo, field } = start()
  const id = board.change([{ op: 'create', kind: 'stroke', data: { points: [1, 2], brushSize: 7 } }]).ids[0] as string
  undo.change([update(id, { points: [3, 4], brushSize: 20 })])
  assert.deepEqual([field(id, 'points'), field(id, 'size')], [[3, 4], 20])
  board.change([update(id, { points: [3, 4] })])
  assert.equal(undo.undo()?.skipped, 0, 'the same points are no change')
  assert.deepEqual([field(id, 'points'), field(id, 'size')], [[1, 2], 7])
  undo.redo()
  board.change([update(id, { points: [5, 5] })])
  assert.equal(undo.undo()?.skipped, 1)
  assert.deepEqual([field(id, 'points'), field(id, 'size')], [[5, 5], 7])
})

test('[CLI-8] a step of more objects than a change list may have is undone and redone as one', () => {
  const { board, undo, made } = start()
  const ids = Array.from({ length: 1_500 }, () => made())
  undo.recordCreated(ids)
  assert.equal(undo.undo()?.ids.length, ids.length)
  assert.deepEqual([board.objects.size, undo.canUndo], [0, false])
  undo.redo()
  assert.equal(board.objects.size, ids.length)
})
