// The board as it is shown, compared with the simplest model: the log, and every pending change applied to it, computed
// from scratch each time.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '@tessera/client'
import type { Edit } from '@tessera/contract'
import fc from 'fast-check'
import { Board, type LocalChanges } from './board.ts'
import type { DeletedObject } from './board-log.ts'
import type { BoardObject } from './live-workspace.ts'
import { createdObject, ownerOf, renamedChange, updatedObject } from './predict-change.ts'

const actor = { id: 1, email: 'a@example.org', first_name: 'A', last_name: 'A' }

/** A log, the board that results from it, and changes that are not in it yet. */
class Plain {
  readonly board = new Board()
  readonly reported = new Map<string, BoardObject | undefined>()
  log = new Map<string, BoardObject>()
  pending: LocalChanges[] = []
  names = new Map<string, string>()
  /** What was deleted, and the object it was deleted with. */
  lost = new Map<string, DeletedObject>()
  seq = 0
  count = 0
  time = 0

  idOf = (id: string) => this.names.get(id) ?? id

  happen(changeType: 'CREATE' | 'UPDATE' | 'DELETE', object: BoardObject): void {
    this.seq += 1
    const { kind, ...record } = object
    const type = `${kind.toUpperCase()}_${changeType}`
    const event = { id: `e${this.seq}`, seq: this.seq, type, created_at: `${this.time}`, actor, [kind]: record }
    this.board.apply(event as unknown as Event)
    if (changeType === 'DELETE') this.log.delete(object.id)
    else this.log.set(object.id, object)
    if (changeType !== 'DELETE') this.lost.delete(object.id)
  }

  /** Like the service: what lies on an object is deleted with it, and first. */
  remove(object: BoardObject): void {
    const attached = [...this.log.values()].filter(one => ownerOf(one) === object.id)
    this.time += 1
    for (const one of [...attached, object]) this.happen('DELETE', one)
    for (const one of attached) this.lost.set(one.id, { object: one, deletedWith: object.id })
    this.lost.set(object.id, { object, deletedWith: null })
  }

  /** The object with everything that was deleted with it. */
  restore(id: string): void {
    const back = [...this.lost.values()].filter(one => one.object.id === id || one.deletedWith === id)
    const first = back.toSorted((one, other) => Number(other.object.id === id) - Number(one.object.id === id))
    for (const { object } of first) this.happen('CREATE', { ...object, version: this.seq + 2 })
  }

  make(changes: readonly Edit[]): void {
    this.count += 1
    const key = `k${this.count}`
    const ids = changes.map((change, index) =>
      change.op === 'create' ? `local-${key}-${index}` : this.idOf(change.id),
    )
    const local = { key, order: this.count, changes, ids }
    this.pending.push(local)
    this.board.add(local)
  }

  drop(local: LocalChanges): void {
    this.pending = this.pending.filter(one => one !== local)
    this.board.drop(local)
  }

  /** The service has applied them: events, then the names, then they are no longer pending. */
  settle(local: LocalChanges): void {
    const made = local.changes.map((change, index) =>
      this.#makeOf(renamedChange(change, this.idOf) as Edit, local.ids[index] as string),
    )
    if (made.includes(null)) {
      this.drop(local)
      return
    }
    for (const act of made) act?.()
    this.drop(local)
  }

  #makeOf(change: Edit, temporary: string): (() => void) | null {
    if (change.op === 'restore') return this.#restoreOf(change.id)
    const object = change.op === 'create' ? null : this.log.get(change.id)
    if (object === undefined) return null
    if (change.op === 'create') {
      const target = change.data.targetId
      if (typeof target === 'string' && !this.log.has(target)) return null
      return () => {
        const id = `object-${this.count}-${temporary}`
        this.names.set(temporary, id)
        this.board.rename(temporary, id)
        this.happen(
          'CREATE',
          createdObject(change.kind, change.data, { id, order: `bm${id}` }, one => this.log.get(one)?.kind ?? null),
        )
      }
    }
    const now = () => this.log.get(change.id)
    if (change.op === 'delete') return () => now() && this.remove(now() as BoardObject)
    return () =>
      now() && this.happen('UPDATE', { ...updatedObject(now() as BoardObject, change.data), version: this.seq })
  }

  /** Another user restores something, if that is possible. */
  restoreOne(at: number): void {
    this.#restoreOf([...this.lost.keys()][at % this.lost.size] as string)?.()
  }

  #restoreOf(id: string): (() => void) | null {
    const lost = this.lost.get(id)
    if (!lost && !this.log.has(id)) return null
    if (lost && !this.log.has(ownerOf(lost.object) ?? '') && ownerOf(lost.object) !== null) return null
    return () => {
      if (!this.log.has(id)) this.restore(id)
    }
  }

  /** What the board must show. */
  expected(): Map<string, BoardObject> {
    const shown = new Map(this.log)
    const lost = new Map(this.lost)
    for (const { changes, ids } of this.pending) {
      for (const [index, change] of changes.entries()) {
        const id = this.idOf(ids[index] as string)
        const object = shown.get(id)
        if (change.op === 'create' && !object) {
          const data = renamedChange(change, this.idOf) as typeof change
          shown.set(
            id,
            createdObject(
              change.kind,
              data.data,
              { id, order: `bm${id}` },
              one => (shown.get(one) ?? lost.get(one)?.object)?.kind ?? null,
            ),
          )
        } else if (change.op === 'update' && object) shown.set(id, updatedObject(object, change.data))
        else if (change.op === 'restore' && !object) {
          const back = [...lost].filter(([lostId, { deletedWith }]) => lostId === id || deletedWith === id)
          for (const [lostId, one] of lost.has(id) ? back : []) shown.set(lostId, one.object)
        } else if (change.op === 'delete') {
          // It was deleted once more on its own: it is not restored with another object.
          const before = lost.get(id)
          if (!object && before) lost.set(id, { ...before, deletedWith: null })
          for (const one of [...shown.values()]) {
            if (one.id !== id && ownerOf(one) !== id) continue
            shown.delete(one.id)
            lost.set(one.id, { object: one, deletedWith: one.id === id ? null : id })
          }
        }
      }
    }
    for (const one of [...shown.values()]) if (!shown.has(ownerOf(one) ?? one.id)) shown.delete(one.id)
    return shown
  }

  /** The reported changes turn what was shown before into what is shown now. */
  hear(): void {
    for (const id of this.board.takeChanges()?.ids ?? []) this.reported.set(id, this.board.objects.get(id))
  }
}

const number = fc.nat({ max: 5 })
const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('make' as const),
      ops: fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('other' as const), op: number, at: number }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('settle' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('refuse' as const), at: number }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('snapshot' as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

function take(plain: Plain, one: Act): void {
  const { board, log, pending } = plain
  const others = [...log.values()]
  const gone = [
    ...plain.lost.keys(),
    ...pending.flatMap(({ changes, ids }) => ids.filter((_, at) => changes[at]?.op === 'delete')),
  ]
  const pick = (at: number) => [...board.objects.values()][at % (board.objects.size || 1)]
  if (one.act === 'make') plain.make(one.ops.map(([op, at]) => changeOf(op, pick(at), at, gone)))
  else if (one.act === 'settle' && pending[0]) plain.settle(pending[0])
  else if (one.act === 'refuse' && pending.length > 0) plain.drop(pending[one.at % pending.length] as LocalChanges)
  else if (one.act === 'snapshot')
    board.replace(
      plain.seq,
      [...log.values()].map(object => ({ ...object })),
      [],
    )
  else if (one.act === 'other') {
    const object = others[one.at % (others.length || 1)]
    if (!object || one.op < 2)
      plain.happen(
        'CREATE',
        createdObject('note', { text: 'theirs' }, { id: `theirs-${plain.seq}`, order: `bm${plain.seq}` }),
      )
    else if (one.op < 5) plain.happen('UPDATE', { ...object, x: one.op, version: plain.seq } as BoardObject)
    else if (one.at > 2 && plain.lost.size > 0) plain.restoreOne(one.at)
    else plain.remove(object)
  }
}

function changeOf(op: number, object: BoardObject | undefined, at: number, lost: readonly string[]): Edit {
  if (!object || op === 0) return { op: 'create', kind: 'note', data: { text: 'mine', x: at } }
  if (op === 1 && object.kind === 'note')
    return { op: 'create', kind: 'stroke', data: { points: [1, 2], targetId: object.id } }
  if (op === 2) return { op: 'delete', id: object.id }
  if (op === 5 && lost.length > 0) return { op: 'restore', id: lost[at % lost.length] as string }
  return { op: 'update', id: object.id, data: op === 3 ? { x: at, nonsense: 1 } : { text: `${at}`, y: null } }
}

/** Leaves out times, and what is predicted for a target that is missing for the moment. */
const plainly = (objects: ReadonlyMap<string, BoardObject | undefined>) =>
  [...objects.values()]
    .filter(object => object !== undefined)
    .map(({ created_at: _c, updated_at: _u, order: _o, ...rest }) => ({ ...rest, targetType: null }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))

test('[CLI-9] what is shown is what the log says with every pending change on top, and the news say what differs', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), acts => {
      const plain = new Plain()
      for (const one of acts) {
        take(plain, one)
        assert.deepEqual(plainly(plain.board.objects), plainly(plain.expected()), JSON.stringify(one))
        plain.hear()
        assert.deepEqual(plainly(plain.reported), plainly(plain.board.objects), 'the reported changes')
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 500) },
  )
})

test('[CLI-9] an object that did not change is the same value, also after a new snapshot', () => {
  const board = new Board()
  const objects = [1, 2].map(x => createdObject('note', { text: 'a', x }, { id: `object-${x}`, order: `bm${x}` }))
  board.replace(1, objects, [])
  const [first, second] = objects.map(({ id }) => board.get(id))
  board.takeChanges()
  board.replace(2, [{ ...(first as BoardObject) }, { ...(second as BoardObject), version: 1 }], [])
  assert.equal(board.get('object-1'), first)
  assert.notEqual(board.get('object-2'), second)
  assert.deepEqual([...(board.takeChanges()?.ids ?? [])], ['object-2'])
})

test('[CLI-9] comments are shown by the object they are on, or as those at points of the board', () => {
  const board = new Board()
  const comment = (id: string, targetId: string | null, text = id) => ({
    id,
    text,
    parent: null,
    targetId,
    targetType: targetId === null ? 'workspace' : 'note',
    author: { ...actor, via: null },
    created_at: '',
    updated_at: '',
    resolved: false,
    resolved_by: null,
    resolved_at: null,
  })
  board.replace(1, [], [comment('2', 'a'), comment('1', 'a'), comment('3', 'b'), comment('5', null)])
  const happen = (seq: number, type: string, one: object) =>
    board.apply({ id: '', seq, type, created_at: '', actor, comment: one } as unknown as Event)
  const texts = (id: string | null) => board.commentsOn(id).map(one => one.text)
  assert.deepEqual([texts('a'), texts('b'), texts('c'), texts(null)], [['1', '2'], ['3'], [], ['5']])
  board.takeChanges()
  happen(2, 'COMMENT_CREATE', comment('4', 'a'))
  happen(3, 'COMMENT_DELETE', comment('3', 'b'))
  assert.deepEqual([texts('a'), texts('b')], [['1', '2', '4'], []])
  assert.deepEqual([...(board.takeChanges()?.commented ?? [])], ['a', 'b'])
  happen(4, 'COMMENT_CREATE', comment('6', null))
  happen(5, 'COMMENT_UPDATE', comment('5', null, 'edited'))
  assert.deepEqual(texts(null), ['edited', '6'])
  assert.deepEqual([...(board.takeChanges()?.commented ?? [])], [null])
})
