// A player of the live fuzz test: a live connection that makes random changes. Every text and name contains its player and a
// counter, so that the log shows which change happened how often.

import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type BoardObject,
  type Change,
  type ListedChange,
  type LiveOptions,
  type LiveWorkspace,
  memoryStorage,
  openLive,
  type StoredChange,
} from '@tessera/client'
import { connectorGeometry, isConnector } from '@tessera/drawing/connector-geometry'
import type { ChaosProxy } from './chaos-proxy.ts'
import { randomArrangement } from './random-arrangement.ts'
import type { Random } from './seeded-random.ts'
import { maxWaitMs } from './until.ts'
import type { Person } from './world.ts'

const timing: LiveOptions['timing'] = { firstRetryMs: 5, maxRetryMs: 40, pingAfterMs: 200, timeoutMs: 3_000 }

type Fields = Record<string, unknown>

export class LivePlayer {
  readonly name: string
  readonly made: string[] = []
  readonly refused = new Set<string>()
  readonly errors: string[] = []
  hasRefusals = false
  live: LiveWorkspace
  readonly #person: Person
  readonly #board: string
  readonly #proxy: ChaosProxy
  readonly #random: Random
  readonly #storedChanges = new Map<string, StoredChange>()
  readonly #objects = new Map<string, string>()
  readonly #lives: LiveWorkspace[] = []
  /** Deleted objects, with the connection on which they were deleted. */
  readonly #deleted: { readonly live: LiveWorkspace; readonly id: string }[] = []
  #count = 0

  constructor(
    name: string,
    person: Person,
    { board, proxy, random }: { board: string; proxy: ChaosProxy; random: Random },
  ) {
    this.name = name
    this.#person = person
    this.#board = board
    this.#proxy = proxy
    this.#random = random
    this.live = this.#open()
  }

  async reload(): Promise<void> {
    await this.live.close()
    this.live = this.#open()
  }

  makeChange(): void {
    const random = this.#random
    const known = [...this.live.objects.values()]
    const some = () => known[random.below(known.length)]
    const dice = random.below(15)
    const object = some()
    if (dice < 4 || !object) this.live.change([this.#create()])
    else if (dice < 5) this.#delete(object.id)
    else if (dice === 10) this.#restore()
    else if (dice === 11) this.live.change(this.#flow(object.id))
    else if (dice > 11) {
      const arrangement = randomArrangement(random, known)
      if (arrangement) this.live.change([arrangement])
    } else if (dice < 6)
      this.live.change([{ op: 'update', id: object.id, data: { x: random.below(9), y: random.below(9) } }])
    else {
      const others = Array.from({ length: random.below(3) }, some).filter(one => one !== undefined)
      const changes = [object, ...others].map(({ id }) => this.#update(id))
      this.live.change(random.below(2) === 0 ? changes : [...changes, this.#create()])
    }
  }

  /** The current id of the object that got a mark; an earlier connection may have assigned it. */
  objectOf(mark: string): string {
    return this.#lives.reduce((id, live) => live.idOf(id), this.#objects.get(mark) ?? '')
  }

  /** Waits until all changes are sent and all events are received. */
  async settle(seq: number): Promise<void> {
    const deadline = Date.now() + maxWaitMs
    const { live } = this
    while (live.state !== 'live' || live.pending > 0 || live.seq < seq) {
      const state = { state: live.state, pending: live.pending, seq: live.seq, awaited: seq, why: live.closeReason }
      assert.ok(Date.now() < deadline, `${this.name} does not reach the final state: ${JSON.stringify(state)}`)
      await delay(5)
    }
  }

  #open(): LiveWorkspace {
    const live = openLive({
      url: this.#proxy.url,
      workspaceId: this.#board,
      token: () => this.#person.token,
      storage: memoryStorage(this.#storedChanges),
      follow,
      timing,
    })
    this.#lives.push(live)
    live.onRefused(({ changes }) => {
      this.hasRefusals = true
      for (const mark of changes.flatMap(marksOf)) this.refused.add(mark)
    })
    live.onChange(() => {
      const marks = [...live.objects.values()]
        .map(object => markIn(object as unknown as Fields))
        .filter(one => one !== null)
      const twice = marks.find((one, index) => marks.indexOf(one) !== index)
      if (twice !== undefined) this.errors.push(`${this.name} shows ${twice} twice`)
    })
    return live
  }

  #delete(id: string): void {
    this.#deleted.push({ live: this.live, id })
    this.live.change([{ op: 'delete', id }])
  }

  /** A temporary id of an earlier connection is unknown to the current one. */
  #restore(): void {
    const { live, id } = this.#deleted[this.#random.below(this.#deleted.length)] ?? {}
    const given = live?.idOf(id as string) ?? ''
    if (live === this.live || /^[0-9a-f]{24}$/.test(given)) this.live.change([{ op: 'restore', id: given }])
  }

  #create(): Change {
    const random = this.#random
    const note = [...this.live.objects.values()].find(object => object.kind === 'note')
    const target = [...this.live.objects.values()].find(object => !['stroke', 'connector'].includes(object.kind))
    switch (random.below(7)) {
      case 5:
        return { op: 'create', kind: 'shape', data: { text: this.#mark(), x: random.below(900) } }
      case 6: {
        const from = target ? { id: target.id, anchor: 'auto' } : { x: 1, y: 2 }
        return { op: 'create', kind: 'connector', data: { from, to: { x: 500, y: random.below(900) } } }
      }
      case 0:
        return { op: 'create', kind: 'canvas', data: { name: this.#mark() } }
      case 1:
        return { op: 'create', kind: 'text', data: { text: this.#mark(), width: 50, height: 20 } }
      case 2:
        return { op: 'create', kind: 'stroke', data: { points: [1, 2], ...(note && { targetId: note.id }) } }
      default:
        return { op: 'create', kind: 'note', data: { text: this.#mark(), x: random.below(9) } }
    }
  }

  /** A new shape, and a connector to it, in one list. */
  #flow(from: string): ListedChange[] {
    const isConnectable = !['stroke', 'connector'].includes(this.live.get(from)?.kind ?? '')
    const to = { id: { ref: 'next' }, anchor: 'left' }
    return [
      { op: 'create', kind: 'shape', data: { text: this.#mark(), x: this.#random.below(900) }, ref: 'next' },
      { op: 'create', kind: 'connector', data: { from: isConnectable ? { id: from } : { x: 3, y: 4 }, to } },
    ]
  }

  #update(id: string): Change {
    const kind = this.live.get(id)?.kind
    const scale = 1 + this.#random.below(3)
    if (kind === 'connector') return { op: 'update', id, data: { width: scale, to: { x: scale, y: 7 } } }
    if (kind === 'stroke') return { op: 'update', id, data: { brushSize: scale, points: [scale, 1] } }
    const mark = this.#mark()
    this.#objects.set(mark, id)
    return { op: 'update', id, data: kind === 'canvas' ? { name: mark } : { text: mark, scale } }
  }

  #mark(): string {
    this.#count += 1
    const mark = `${this.name}-${this.#count}`
    this.made.push(mark)
    return mark
  }
}

/** As the web workspace does. */
const follow: LiveOptions['follow'] = (object, find) =>
  isConnector(object)
    ? ({ ...object, ...connectorGeometry(object, id => find(id) ?? null) } as unknown as BoardObject)
    : object

/** The text or name of an object. */
export const markIn = ({ text, name }: Fields): string | null => (text ?? name ?? null) as string | null

const marksOf = (change: Change): string[] => {
  const mark = change.op === 'create' || change.op === 'update' ? markIn(change.data) : null
  return mark === null ? [] : [mark]
}
