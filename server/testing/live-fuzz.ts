// One run of the live fuzz test: the actions of the players and the final checks. Every text and name contains its player
// and a counter, so that the log shows which change happened how often.

import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type BoardObject,
  type Change,
  type Event,
  type ListedChange,
  type LiveOptions,
  type LiveWorkspace,
  memoryStorage,
  openLive,
  type StoredChange,
} from '@tessera/client'
import { connectorGeometry, isConnector } from '@tessera/drawing/connector-geometry'
import { type ChaosProxy, chaosProxy } from './chaos-proxy.ts'
import { type Random, seededRandom } from './seeded-random.ts'
import { maxWaitMs } from './until.ts'
import type { Person, World } from './world.ts'

const timing = { firstRetryMs: 5, longestRetryMs: 40, quietMs: 200, patienceMs: 3_000 }
const steps = 40

type Fields = Record<string, unknown>

export async function runLiveFuzz(there: World, seed: number): Promise<void> {
  const random = seededRandom(seed)
  const { ann, bob } = there
  const users = [{ email: bob.email, workspace_role_id: 3 }]
  const made = await ann.workspaces.create(there.organization, { name: `Fuzz ${seed}`, users })
  const board = made.workspace.properties.uid
  const proxy = await chaosProxy(there.url, seed)
  const players = [ann, bob, ann].map((person, index) => new Player(`p${index}`, person, { board, proxy, random }))
  try {
    for (let step = 0; step < steps; step += 1) {
      await takeStep(players, { there, board, proxy, random, step })
      await delay(random.pick([0, 0, 2, 10, 40]))
    }
    proxy.calm()
    await compare(there, board, players)
  } finally {
    for (const player of players) await player.live.close()
    await proxy.close()
  }
}

interface Scene {
  readonly there: World
  readonly board: string
  readonly proxy: ChaosProxy
  readonly random: Random
  readonly step: number
}

async function takeStep(players: readonly Player[], { there, board, proxy, random, step }: Scene): Promise<void> {
  const dice = random.below(100)
  const player = random.pick(players)
  if (dice < 70) player.makeChange()
  else if (dice < 90) await writeByRest(random.pick([there.ann, there.bob]), board, random, step)
  else if (dice < 96) await player.reload()
  else proxy.cutAll()
}

async function writeByRest(person: Person, board: string, random: Random, step: number): Promise<void> {
  const { objects } = await person.objects.list(board)
  const object = objects[random.below(objects.length + 3)]
  if (!object) await person.notes.create(board, { text: `rest-${step}`, x: random.below(5) })
  else if (random.below(4) === 0) {
    await ignoreErrors(person.objects.change(board, { changes: [{ op: 'delete', id: object.id }] }))
    if (random.below(3) === 0)
      await ignoreErrors(person.objects.change(board, { changes: [{ op: 'restore', id: object.id }] }))
  } else {
    const data = { x: random.below(5), pin: random.below(5) === 0 }
    const arrangement = arrange(random, objects)
    if (arrangement && random.below(3) === 0)
      await ignoreErrors(person.objects.change(board, { changes: [arrangement] }))
    await ignoreErrors(person.objects.change(board, { changes: [{ op: 'update', id: object.id, data }] }))
    if (object.kind === 'note') await ignoreErrors(person.comments.create(board, 'notes', object.id, { text: 'hm' }))
  }
}

/** As the web workspace does. */
const follow: LiveOptions['follow'] = (object, find) =>
  isConnector(object)
    ? ({ ...object, ...connectorGeometry(object, id => find(id) ?? null) } as unknown as BoardObject)
    : object

/** A random change of the stacking order or the groups; null if there is nothing to arrange. */
function arrange(random: Random, objects: readonly BoardObject[]): Change | null {
  const free = objects.filter(object => !('targetId' in object) || object.targetId === null)
  const some = free.filter(() => random.below(3) === 0).map(({ id }) => id)
  const beside = free[random.below(free.length)]
  const group = free.find(object => object.group !== null)?.group
  if (some.length === 0 || !beside) return null
  switch (random.below(5)) {
    case 0:
      return { op: 'order', ids: some, to: random.pick(['front', 'back', 'forward', 'backward'] as const) }
    case 1:
      return {
        op: 'order',
        ids: some.filter(id => id !== beside.id).concat(some.length > 1 ? [] : some),
        above: beside.id,
      }
    case 2:
      return group ? { op: 'ungroup', group } : null
    default:
      return some.length > 1 ? { op: 'group', ids: some } : null
  }
}

/** Ignores errors: another player may have deleted the object in the meantime. */
const ignoreErrors = (call: Promise<unknown>) => call.catch(() => {})

class Player {
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
      const arrangement = arrange(random, known)
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

const markIn = ({ text, name }: Fields): string | null => (text ?? name ?? null) as string | null

const marksOf = (change: Change): string[] => {
  const mark = change.op === 'create' || change.op === 'update' ? markIn(change.data) : null
  return mark === null ? [] : [mark]
}

async function compare({ ann }: World, board: string, players: readonly Player[]): Promise<void> {
  for (const player of players) await player.settle(0)
  const log = await Array.fromAsync(ann.events.list.all(board))
  const objects = await Array.fromAsync(ann.objects.list.all(board))
  const happened = marksIn(log)
  for (const player of players) {
    await player.settle(log.length)
    assert.deepEqual(player.errors, [])
    checkPlayer(player, happened)
    const shown = [...player.live.objects.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
    assert.deepEqual(shown, objects, `${player.name} shows what there is, with the paths of connectors`)
    for (const { id } of objects) await compareComments(ann, board, player, id)
  }
}

/** Checks that each change happened once or was refused, and that changes to one object are in order in the log. */
function checkPlayer(player: Player, happened: readonly Marked[]): void {
  const mine = happened.filter(({ mark }) => mark.startsWith(`${player.name}-`))
  const marks = mine.map(({ mark }) => mark)
  const expected = player.made.filter(mark => !player.refused.has(mark))
  // Without refusals nothing is sent again in another form, so the log has the original order.
  if (!player.hasRefusals) assert.deepEqual(marks, expected, `${player.name}: what happened, and what was made`)
  assert.deepEqual(
    marks.filter((mark, index) => marks.indexOf(mark) !== index || !expected.includes(mark)),
    [],
    `${player.name}: what happened twice, or although it was refused`,
  )
  for (const [id, marked] of Map.groupBy(mine, one => one.id)) {
    const inLog = marked.map(({ mark }) => player.made.indexOf(mark))
    assert.deepEqual(
      inLog,
      inLog.toSorted((one, other) => one - other),
      `${player.name}: the order of ${id}`,
    )
  }
  for (const lost of expected.filter(mark => !marks.includes(mark))) {
    const isOvertaken = mine.some(({ mark, id }) => id === player.objectOf(lost) && isAfter(player, mark, lost))
    assert.ok(isOvertaken, `${player.name}: ${lost} was lost`)
  }
}

const isAfter = ({ made }: Player, one: string, other: string) => made.indexOf(one) > made.indexOf(other)

async function compareComments(ann: Person, board: string, { live }: Player, id: string): Promise<void> {
  if (live.get(id)?.kind !== 'note') return
  const { comments } = await ann.comments.list(board, 'notes', id)
  assert.deepEqual(live.commentsOn(id), comments)
}

interface Marked {
  readonly mark: string
  readonly id: string
}

/** Every mark that an object got, in log order. */
function marksIn(log: readonly Event[]): Marked[] {
  const marks = new Map<string, string | null>()
  return log.flatMap(event => {
    const record = (event.note ?? event.text ?? event.canvas ?? event.shape) as ({ id: string } & Fields) | undefined
    if (!record || event.type.endsWith('_DELETE')) return []
    const mark = markIn(record)
    const isNew = marks.get(record.id) !== mark
    marks.set(record.id, mark)
    return isNew && mark !== null ? [{ mark, id: record.id }] : []
  })
}
