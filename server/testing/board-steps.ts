// Random sequences of operations on a board, for fast-check.

import type { KindName } from '@tessera/contract'
import fc from 'fast-check'
import type { Fields } from './model-state.ts'

/** An operation; objects and comments are picked by index among all so far, deleted ones included. */
export type BoardOperation =
  | { operation: 'create'; kind: KindName; data: Fields }
  | { operation: 'update'; at: number; data: Fields; version: number | undefined }
  | { operation: 'delete'; at: number; version: number | undefined }
  | { operation: 'comment'; at: number; text: string; parent: number | undefined }
  | { operation: 'comment-at-point'; x: number; y: number; text: string }
  | { operation: 'reply-at-point'; parent: number; text: string }
  | { operation: 'edit-comment'; comment: number; text: string }
  | { operation: 'resolve-comment'; comment: number; resolved: boolean }
  | { operation: 'delete-comment'; comment: number }
  | { operation: 'draw'; at: number; data: Fields }
  | {
      operation: 'change'
      changes: (
        | { op: 'create'; kind: KindName; data: Fields }
        | { op: 'update'; at: number; data: Fields }
        | { op: 'delete'; at: number }
        | { op: 'restore'; at: number }
        | ({ op: 'order'; ats: number[] } & StackPlace)
        | { op: 'group'; ats: number[] }
        | { op: 'ungroup'; at: number }
      )[]
    }

/** `above` and `below` are indexes of objects. */
type StackPlace = { to: 'front' | 'back' | 'forward' | 'backward' } | { above: number } | { below: number }

export type Step = BoardOperation & { who: 0 | 1 }

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const position = { x: some(fc.integer({ min: -3, max: 3 })), y: some(fc.integer({ min: -3, max: 3 })) }
const pin = some(fc.boolean())
const word = fc.string({ unit: 'grapheme', maxLength: 8 }).filter(text => !text.includes('\0'))
const color = some(fc.constantFrom('#fff', '#000000', '#11223344'))
const scale = some(fc.constantFrom(0.5, 1, 2.25, 4))
const size = fc.integer({ min: 1, max: 50 })

const noteFields = {
  ...position,
  pin,
  scale,
  backgroundColor: some(fc.constantFrom('Red', 'Teal', 'Grey')),
  fontWeight: some(fc.constantFrom('bold', 'normal')),
}
const textFields = {
  ...position,
  pin,
  fontColor: color,
  fontSize: some(fc.constantFrom(1, 64, 2_000)),
  fontStyle: some(fc.constantFrom('italic', 'normal')),
}
const canvasFields = { ...position, borderColor: some(fc.constantFrom('Red', 'Blue')) }

const form = fc.constantFrom('ellipse', 'star', 'rectangle')
const rotation = some(fc.constantFrom(0, 45, 90.5))

/** An object by its index, or a point. */
const end = fc.oneof(
  { weight: 3, arbitrary: fc.record({ at: fc.nat({ max: 30 }), anchor: fc.constantFrom('auto', 'left', [0.5, 1]) }) },
  fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) }),
)

const draft = (kind: KindName, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ kind: fc.constant(kind), data: fc.record(fields) })

const drafts = fc.oneof(
  { weight: 4, arbitrary: draft('note', { text: word, ...noteFields }) },
  { weight: 2, arbitrary: draft('text', { text: word, width: size, height: size, ...textFields }) },
  draft('canvas', { name: fc.constantFrom('a', 'b'), width: some(size), height: some(size), ...canvasFields }),
  draft('browser', { url: fc.constantFrom('http://a', 'http://b'), frameless: some(fc.boolean()), ...position }),
  { weight: 2, arbitrary: draft('shape', { text: some(word), form: some(form), rotation, ...position, pin }) },
  { weight: 2, arbitrary: draft('connector', { from: end, to: end, path: some(fc.constant('straight')), pin }) },
  draft('stroke', { points: fc.constantFrom([0, 0], [1, 2, 3, 4]), brushSize: some(size) }),
)

/** Fields of all kinds at once: each kind uses its own and ignores the others. */
const edits = fc.record({
  ...position,
  pin,
  scale,
  text: some(word),
  fontWeight: some(fc.constantFrom('bold', 'normal')),
  name: some(fc.constantFrom('a', 'c')),
  url: some(fc.constant('http://c')),
  width: some(size),
  points: some(fc.constant([9, 9])),
  brushSize: some(size),
  nonsense: some(fc.constant(1)),
  rotation,
  form: some(form),
  label: some(word),
  from: fc.option(end, { nil: undefined, freq: 5 }),
  to: fc.option(end, { nil: undefined, freq: 5 }),
})

const at = fc.nat({ max: 30 })
const version = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 4 })

const ats = fc.uniqueArray(at, { minLength: 1, maxLength: 4 })
const place: fc.Arbitrary<StackPlace> = fc.oneof(
  fc.record({ to: fc.constantFrom('front' as const, 'back' as const, 'forward' as const, 'backward' as const) }),
  fc.record({ above: at }),
  fc.record({ below: at }),
)

const listed = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(ats, place).map(([ats, place]) => ({ op: 'order' as const, ats, ...place })) },
  fc.record({ op: fc.constant('group' as const), ats }),
  fc.record({ op: fc.constant('ungroup' as const), at }),
  drafts.map(made => ({ op: 'create' as const, ...made })),
  fc.record({ op: fc.constant('update' as const), at, data: edits }),
  fc.record({ op: fc.constant('delete' as const), at }),
  { weight: 2, arbitrary: fc.record({ op: fc.constant('restore' as const), at }) },
)

const operation = <Name extends BoardOperation['operation']>(name: Name) => fc.constant(name)
const text = fc.constantFrom('first', 'second')
const comment = fc.nat({ max: 12 })
const coordinate = fc.integer({ min: -900, max: 900 })
const line = fc.record({ points: fc.constant([5, 6]), brushSize: some(size) })

const operations: fc.Arbitrary<BoardOperation> = fc.oneof(
  { weight: 4, arbitrary: drafts.map(made => ({ operation: 'create' as const, ...made })) },
  { weight: 5, arbitrary: fc.record({ operation: operation('update'), at, data: edits, version }) },
  { weight: 1, arbitrary: fc.record({ operation: operation('delete'), at, version }) },
  { weight: 3, arbitrary: fc.record({ operation: operation('comment'), at, text, parent: some(comment) }) },
  fc.record({ operation: operation('comment-at-point'), x: coordinate, y: coordinate, text }),
  fc.record({ operation: operation('reply-at-point'), parent: comment, text }),
  { weight: 2, arbitrary: fc.record({ operation: operation('edit-comment'), comment, text }) },
  { weight: 2, arbitrary: fc.record({ operation: operation('resolve-comment'), comment, resolved: fc.boolean() }) },
  fc.record({ operation: operation('delete-comment'), comment }),
  { weight: 2, arbitrary: fc.record({ operation: operation('draw'), at, data: line }) },
  {
    weight: 4,
    arbitrary: fc.record({ operation: operation('change'), changes: fc.array(listed, { minLength: 1, maxLength: 4 }) }),
  },
)

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(operations, fc.constantFrom<0 | 1>(0, 1)).map(([operation, who]) => ({ ...operation, who })),
  { minLength: 5, maxLength: 30 },
)
