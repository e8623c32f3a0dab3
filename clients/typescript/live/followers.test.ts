import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '@tessera/client'
import { Board } from './board.ts'
import type { BoardObject } from './live-workspace.ts'
import { createdObject } from './predict-change.ts'

const made = (kind: 'note' | 'connector', id: string, data: object) =>
  createdObject(kind, data as Record<string, unknown>, { id, order: id })

const line = (id: string, data: object = {}) => ({
  ...made('connector', id, { from: { id: 'a', anchor: 'auto' }, to: { x: 9, y: 9 }, ...data }),
  points: [[7, 7]],
})

/** A path that only has the corner of the object that the connector starts at. */
const follow = (object: BoardObject, find: (id: string) => BoardObject | undefined): BoardObject => {
  const { from, points } = object as unknown as { from: { id?: string; x?: number }; points: number[][] }
  const target = find(from.id ?? '') as unknown as { x: number } | undefined
  return { ...object, points: target ? [[target.x]] : from.id ? points : [[from.x]] } as unknown as BoardObject
}

const start = () => {
  const board = new Board(undefined, follow)
  board.replace(1, [line('c') as BoardObject, made('note', 'a', { text: '', x: 5 })], [])
  board.takeChanges()
  const path = (id = 'c') => (board.get(id) as unknown as { points: number[][] }).points
  return { board, path }
}

const local = (key: string, order: number, changes: object[], ids: string[]) => ({ key, order, changes, ids }) as never

test('[CLI-15] an object that follows another is shown as the service computed it, until its target changes', () => {
  const { board, path } = start()
  assert.deepEqual(path(), [[7, 7]])
  const move = local('k', 1, [{ op: 'update', id: 'a', data: { x: 40 } }], ['a'])
  board.add(move)
  assert.deepEqual(path(), [[40]])
  assert.deepEqual([...(board.takeChanges()?.ids ?? [])].sort(), ['a', 'c'])
  board.drop(move)
  assert.deepEqual(path(), [[5]])
  const same = board.get('c')
  const { kind: _, ...note } = made('note', 'b', { text: '' })
  board.apply({ id: 'e', seq: 2, type: 'NOTE_CREATE', created_at: '', note } as unknown as Event)
  assert.equal(board.get('c'), same, 'it keeps its identity')
})

test('[CLI-15] it stays where it was while the other object is deleted, and follows a new one at once', () => {
  const { board, path } = start()
  board.add(local('k', 1, [{ op: 'delete', id: 'a' }], ['a']))
  assert.deepEqual(path(), [[7, 7]])
  board.add(local('l', 2, [{ op: 'create', kind: 'note', data: { text: '', x: 60 } }], ['local-1']))
  board.add(
    local(
      'm',
      3,
      [{ op: 'create', kind: 'connector', data: { from: { id: 'local-1', anchor: 'auto' }, to: { x: 0, y: 0 } } }],
      ['local-2'],
    ),
  )
  assert.deepEqual(path('local-2'), [[60]])
  board.add(local('n', 4, [{ op: 'update', id: 'local-2', data: { from: { x: 3, y: 3 } } }], ['local-2']))
  assert.deepEqual(path('local-2'), [[3]])
})
