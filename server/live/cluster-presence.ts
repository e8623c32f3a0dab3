// What processes tell each other about who is connected where, so that each knows all of it: who came, left, moved, leads,
// and that there are new events. Every process numbers what it says; who missed a number asks for everything. One that has
// not been heard of for a while is gone, and with it whoever was connected there.

import type { ClusterBus } from '../cluster-bus.ts'
import type { House, Neighbours } from './live-hub.ts'
import type { Lead, Present, Whereabouts } from './presence.ts'

export interface NodeTiming {
  /** How often a process says that it is there. */
  readonly hereMs: number
  /** Not heard of for so long, and it is gone. */
  readonly goneMs: number
}

const usualTiming: NodeTiming = { hereMs: 4_000, goneMs: 13_000 }
/** What was committed elsewhere while a room was being opened may have been announced to nobody. */
const looksAfterOpeningMs = [300, 1_000]

type Word =
  | { k: 'here'; v: number }
  | { k: 'all'; v: number; people: [workspace_id: number, present: Present][]; leads: [workspace_id: number, Lead][] }
  | { k: 'joined'; v: number; w: number; present: Present }
  | { k: 'left'; v: number; w: number; connection: string }
  | { k: 'led'; v: number; w: number; lead: Lead }
  | { k: 'ask'; of: string | null }
  | { k: 'bye' }

type RoomWord =
  | { k: 'events' }
  | { k: 'where' }
  | { k: 'moved'; people: [connection: string, where: Whereabouts & Pick<Present, 'type'>][] }

/** Another process, as far as it has told. */
interface Node {
  version: number
  heardAt: number
  readonly connections: Map<string, number>
}

const everybody = 'nodes'
const channelOf = (workspace_id: number) => `w${workspace_id}`

export class Nodes implements Neighbours {
  readonly #house: House
  readonly #bus: ClusterBus
  readonly #timing: NodeTiming
  readonly #nodes = new Map<string, Node>()
  readonly #own = new Map<string, number>()
  /** How many connections other processes have in each workspace. */
  readonly #elsewhere = new Map<number, number>()
  readonly #channels = new Map<number, () => void>()
  readonly #moved = new Map<number, Set<string>>()
  readonly #pulseTimer: NodeJS.Timeout
  #moveTimer: NodeJS.Timeout | undefined
  #version = 0

  constructor(house: House, bus: ClusterBus, timing: Partial<NodeTiming> = {}) {
    this.#house = house
    this.#bus = bus
    this.#timing = { ...usualTiming, ...timing }
    bus.follow(everybody, (text, from) => this.#hear(from, JSON.parse(text)))
    bus.onOpen(() => {
      // In this order: whoever answers knows by then that there is somebody to tell what comes after the answer.
      this.#sayAll()
      this.#say({ k: 'ask', of: null })
    })
    this.#pulseTimer = setInterval(() => this.#pulse(), this.#timing.hereMs)
    this.#pulseTimer.unref()
  }

  joined(workspace_id: number, present: Present): void {
    this.#own.set(present.connection, workspace_id)
    this.#tell({ k: 'joined', v: ++this.#version, w: workspace_id, present })
  }

  left(workspace_id: number, connection: string): void {
    this.#own.delete(connection)
    this.#tell({ k: 'left', v: ++this.#version, w: workspace_id, connection })
  }

  led(workspace_id: number, lead: Lead): void {
    this.#tell({ k: 'led', v: ++this.#version, w: workspace_id, lead })
  }

  moved(workspace_id: number, { connection }: Pick<Present, 'connection'>): void {
    if (this.#elsewhere.has(workspace_id)) this.#sayMovedSoon(workspace_id, [connection])
  }

  opened(workspace_id: number): void {
    const stop = this.#bus.follow(channelOf(workspace_id), text => this.#hearRoom(workspace_id, JSON.parse(text)))
    this.#channels.set(workspace_id, stop)
    if (this.#elsewhere.has(workspace_id)) this.#sayRoom(workspace_id, { k: 'where' })
    for (const delayMs of looksAfterOpeningMs)
      setTimeout(() => this.#house.rooms.get(workspace_id)?.wake(), delayMs).unref()
  }

  closed(workspace_id: number): void {
    this.#channels.get(workspace_id)?.()
    this.#channels.delete(workspace_id)
  }

  /** There are new events in these workspaces. */
  committed(workspace_ids: Iterable<number>): void {
    for (const id of workspace_ids) if (this.#elsewhere.has(id)) this.#sayRoom(id, { k: 'events' })
  }

  close(): void {
    clearInterval(this.#pulseTimer)
    clearTimeout(this.#moveTimer)
    this.#say({ k: 'bye' })
  }

  #pulse(): void {
    this.#say({ k: 'here', v: this.#version })
    const longAgo = performance.now() - this.#timing.goneMs
    for (const [name, node] of this.#nodes) if (node.heardAt < longAgo) this.#forget(name)
  }

  #hear(from: string, word: Word): void {
    if (word.k === 'ask') {
      if (word.of === null || word.of === this.#bus.name) this.#sayAll()
    } else if (word.k === 'bye') this.#forget(from)
    else if (word.k === 'all') this.#learn(from, word)
    else {
      const node = this.#nodes.get(from)
      if (node && word.v === node.version + (word.k === 'here' ? 0 : 1)) this.#follow(node, word)
      else this.#say({ k: 'ask', of: from })
    }
  }

  #follow(node: Node, word: Extract<Word, { w: number } | { k: 'here' }>): void {
    node.version = word.v
    node.heardAt = performance.now()
    if (word.k === 'here') return
    if (word.k === 'joined') this.#put(node, word.w, word.present)
    else if (word.k === 'left') this.#remove(node, word.connection)
    else this.#house.roster.find(word.w)?.learnLead(word.lead)
  }

  /** Everything that a process knows of itself, in the place of what was known of it. */
  #learn(from: string, { v, people, leads }: Extract<Word, { k: 'all' }>): void {
    const node = this.#nodes.get(from) ?? { version: v, heardAt: 0, connections: new Map() }
    this.#nodes.set(from, node)
    node.version = v
    node.heardAt = performance.now()
    const there = new Set(people.map(([, { connection }]) => connection))
    for (const connection of [...node.connections.keys()]) if (!there.has(connection)) this.#remove(node, connection)
    for (const [workspace_id, present] of people) this.#put(node, workspace_id, present)
    for (const [workspace_id, lead] of leads) this.#house.roster.find(workspace_id)?.learnLead(lead)
  }

  #put(node: Node, workspace_id: number, present: Present): void {
    if (!node.connections.has(present.connection))
      this.#elsewhere.set(workspace_id, (this.#elsewhere.get(workspace_id) ?? 0) + 1)
    node.connections.set(present.connection, workspace_id)
    this.#house.roster.of(workspace_id).put(present)
  }

  #remove(node: Node, connection: string): void {
    const workspace_id = node.connections.get(connection)
    if (workspace_id === undefined) return
    node.connections.delete(connection)
    const left = (this.#elsewhere.get(workspace_id) ?? 1) - 1
    if (left > 0) this.#elsewhere.set(workspace_id, left)
    else this.#elsewhere.delete(workspace_id)
    this.#house.roster.remove(workspace_id, connection)
  }

  #forget(name: string): void {
    const node = this.#nodes.get(name)
    this.#nodes.delete(name)
    if (node) for (const connection of [...node.connections.keys()]) this.#remove(node, connection)
  }

  #hearRoom(workspace_id: number, word: RoomWord): void {
    const room = this.#house.rooms.get(workspace_id)
    if (!room) return
    if (word.k === 'events') room.wake()
    else if (word.k === 'moved') for (const [connection, where] of word.people) room.people.move(connection, where)
    // Whoever asks opens the workspace at the moment, and may not have said yet that somebody is there.
    else
      this.#sayMovedSoon(
        workspace_id,
        [...room.members].map(({ connection }) => connection),
      )
  }

  #sayMovedSoon(workspace_id: number, connections: readonly string[]): void {
    const moved = this.#moved.get(workspace_id) ?? new Set()
    this.#moved.set(workspace_id, moved)
    for (const connection of connections) moved.add(connection)
    this.#moveTimer ??= setTimeout(() => this.#sayMoved(), this.#bus.paceMs)
  }

  #sayMoved(): void {
    this.#moveTimer = undefined
    for (const [workspace_id, connections] of this.#moved) {
      const known = this.#house.roster.find(workspace_id)
      const people = [...connections].flatMap(connection => {
        const present = known?.find(connection)
        return present ? [[connection, whereOf(present)] as [string, ReturnType<typeof whereOf>]] : []
      })
      if (people.length > 0) this.#sayRoom(workspace_id, { k: 'moved', people })
    }
    this.#moved.clear()
  }

  #sayAll(): void {
    const { roster } = this.#house
    const people = [...this.#own].flatMap(([connection, workspace_id]): [number, Present][] => {
      const present = roster.find(workspace_id)?.find(connection)
      return present ? [[workspace_id, present]] : []
    })
    const leads = [...new Set(this.#own.values())].flatMap((workspace_id): [number, Lead][] => {
      const lead = roster.find(workspace_id)?.lead
      return lead && lead.at > 0 ? [[workspace_id, lead]] : []
    })
    this.#say({ k: 'all', v: this.#version, people, leads })
  }

  /** Where nobody else is, nobody listens; whoever comes asks for everything. */
  #tell(word: Word): void {
    if (this.#nodes.size > 0) this.#say(word)
  }

  #say(word: Word): void {
    this.#bus.publish(everybody, JSON.stringify(word))
  }

  #sayRoom(workspace_id: number, word: RoomWord): void {
    this.#bus.publish(channelOf(workspace_id), JSON.stringify(word))
  }
}

const whereOf = ({ type, cursor, view, selection, moving, following }: Present) =>
  ({ type, cursor, view, selection, moving, following }) satisfies Partial<Present>
