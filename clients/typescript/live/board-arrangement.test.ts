// Pending arrangements, against lists that are rearranged by hand: the stack from back to front, and who is in a group.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Arrangement, frontKey, kinds } from '@tessera/contract'
import fc from 'fast-check'
import { Board, type LocalChanges } from './board.ts'
import { createdObject } from './predict-change.ts'

const moves = ['front', 'back', 'forward', 'backward', 'above', 'below'] as const

interface Step {
  readonly op: (typeof moves)[number] | 'group' | 'ungroup'
  readonly ats: readonly number[]
  readonly beside: number
}

/** The layers of the board, each from back to front. */
class Lists {
  layers: readonly (readonly string[])[]
  readonly groups = new Map<string, string>()

  constructor(layers: readonly (readonly string[])[]) {
    this.layers = layers
  }

  take(change: Arrangement, newGroup: string): void {
    if (change.op === 'order') this.layers = this.layers.map(layer => restack(layer, change))
    else if (change.op === 'ungroup') this.#end(change.group)
    else {
      const left = change.ids.flatMap(id => this.groups.get(id) ?? [])
      for (const id of change.ids) this.groups.set(id, newGroup)
      for (const group of left) if (this.#membersOf(group).length === 1) this.#end(group)
    }
  }

  #end(group: string): void {
    for (const id of this.#membersOf(group)) this.groups.delete(id)
  }

  #membersOf(group: string): string[] {
    return [...this.groups.keys()].filter(id => this.groups.get(id) === group)
  }
}

function restack(layer: readonly string[], change: Extract<Arrangement, { op: 'order' }>): readonly string[] {
  const moved = layer.filter(id => change.ids.includes(id))
  const others = layer.filter(id => !moved.includes(id))
  const at = placeIn(layer, moved, others, change)
  return at < 0 ? layer : others.toSpliced(at, 0, ...moved)
}

/** How many of the other objects are below; negative if nothing moves. */
function placeIn(
  layer: readonly string[],
  moved: readonly string[],
  others: readonly string[],
  change: Extract<Arrangement, { op: 'order' }>,
): number {
  if (moved.length === 0) return -1
  if ('above' in change) return others.includes(change.above) ? others.indexOf(change.above) + 1 : -1
  if ('below' in change) return others.indexOf(change.below)
  if (change.to === 'front') return others.length
  if (change.to === 'back') return 0
  const [lowest, highest] = [layer.indexOf(moved[0] as string), layer.indexOf(moved.at(-1) as string)]
  if (change.to === 'forward') return highest === layer.length - 1 ? -1 : highest + 2 - moved.length
  return lowest === 0 ? -1 : lowest - 1
}

function changeOf({ op, ats, beside }: Step, ids: readonly string[], lists: Lists): Arrangement | null {
  const pick = (at: number) => ids[at % ids.length] as string
  const chosen = [...new Set(ats.map(pick))]
  if (op === 'group') return chosen.length > 1 ? { op, ids: chosen } : null
  const group = lists.groups.get(pick(beside))
  if (op === 'ungroup') return group === undefined ? null : { op, group }
  if (op === 'above' || op === 'below') {
    const others = chosen.filter(id => id !== pick(beside))
    if (others.length === 0) return null
    return op === 'above'
      ? { op: 'order', ids: others, above: pick(beside) }
      : { op: 'order', ids: others, below: pick(beside) }
  }
  return { op: 'order', ids: chosen, to: op }
}

const shownBy = ({ objects }: Board) => {
  const stack = [...objects.values()].sort((one, other) => (one.order < other.order ? -1 : 1))
  return {
    stack: stack.map(({ id }) => id),
    groups: new Map(stack.flatMap(({ id, group }) => (group === null ? [] : [[id, group] as const]))),
  }
}

const step = fc.record({
  op: fc.constantFrom(...moves, 'group' as const, 'group' as const, 'ungroup' as const),
  ats: fc.uniqueArray(fc.nat({ max: 7 }), { minLength: 1, maxLength: 4 }),
  beside: fc.nat({ max: 7 }),
})

test('[CLI-9] [OBJ-20] [OBJ-21] pending arrangements are shown as they will be, and without them the log is', () => {
  const kindsOnBoard = fc.array(fc.constantFrom('note' as const, 'shape' as const, 'canvas' as const), {
    minLength: 2,
    maxLength: 8,
  })
  fc.assert(
    fc.property(kindsOnBoard, fc.array(step, { maxLength: 10 }), fc.array(fc.nat()), (made, steps, drops) => {
      const board = new Board()
      const log = made.map((kind, at) =>
        createdObject(kind, { text: 'a', name: 'a' }, { id: `object-${at}`, order: frontKey(kinds[kind], at + 1) }),
      )
      board.replace(1, log, [])
      const before = new Map(board.objects)
      const idsOf = (isCanvas: boolean) => log.flatMap(({ id, kind }) => ((kind === 'canvas') === isCanvas ? [id] : []))
      const lists = new Lists([idsOf(true), idsOf(false)])
      const pending: LocalChanges[] = []
      for (const [index, one] of steps.entries()) {
        const change = changeOf(
          one,
          log.map(({ id }) => id),
          lists,
        )
        if (!change) continue
        const group = `local-${index}`
        const local = {
          key: `k${index}`,
          order: index + 1,
          changes: [change],
          ids: [change.op === 'group' ? group : ''],
        }
        pending.push(local)
        board.takeChanges()
        const shown = new Map(board.objects)
        board.add(local)
        lists.take(change, group)
        assert.deepEqual(shownBy(board), { stack: lists.layers.flat(), groups: sortLike(lists) })
        const differing = [...shown.keys()].filter(id => shown.get(id) !== board.objects.get(id))
        assert.deepEqual([...(board.takeChanges()?.ids ?? [])].sort(), differing.sort(), 'the reported changes')
      }
      for (const at of [...drops, ...pending.map(() => 0)]) {
        const [dropped] = pending.splice(at % (pending.length || 1), 1)
        if (dropped) board.drop(dropped)
      }
      assert.deepEqual(new Map([...board.objects].sort()), new Map([...before].sort()))
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 300) },
  )
})

/** Pairs in the order of the stack, as they are compared. */
const sortLike = ({ layers, groups }: Lists) =>
  new Map(layers.flat().flatMap(id => (groups.has(id) ? [[id, groups.get(id) as string] as const] : [])))
