// Shares presence between processes: who joined, left, moved and leads, and which workspaces have new events. Every
// process numbers its messages; a process that missed one requests the whole state. A process without a heartbeat for a
// while is removed with its participants.

import type { ClusterBus } from '../../platform/bus/index.ts'
import type { LiveHub, Peers } from './live-hub.ts'
import type { NodeMessage, NumberedMessage, RoomMessage, Update } from './node-messages.ts'
import type { Lead, Participant, Presence } from './presence.ts'
import { presenceIntervalMs, type Room } from './room.ts'
import { UpdateBatches } from './update-batches.ts'

export interface ClusterTiming {
  readonly heartbeatMs: number
  /** A process that has sent no message for this long is removed. */
  readonly expiryMs: number
}

const defaultTiming: ClusterTiming = { heartbeatMs: 4_000, expiryMs: 13_000 }
/** In a large room, this many movements are sent at a time; of the others, only the latest follows. */
const maxMoved = 200
/** Events that other processes committed while a room was being opened may not have been announced to this one. */
const rereadDelaysMs = [300, 1_000]

/** What another process has reported. */
interface Node {
  version: number
  lastSeenAt: number
  readsBatches: boolean
  readonly connections: Map<string, number>
}

const nodesChannel = 'nodes'
const roomChannel = (workspace_id: number) => `w${workspace_id}`

export class ClusterPresence implements Peers {
  readonly #hub: LiveHub
  readonly #bus: ClusterBus
  readonly #timing: ClusterTiming
  readonly #nodes = new Map<string, Node>()
  /** The workspace of each connection of this process. */
  readonly #own = new Map<string, number>()
  /** How many connections other processes have in each workspace. */
  readonly #remoteCounts = new Map<number, number>()
  readonly #subscriptions = new Map<number, () => void>()
  readonly #pendingPresence = new Map<number, Set<string>>()
  readonly #presenceSentAt = new Map<number, number>()
  readonly #heartbeatTimer: NodeJS.Timeout
  readonly #updates: UpdateBatches
  #presenceTimer: NodeJS.Timeout | undefined
  #version = 0

  constructor(hub: LiveHub, bus: ClusterBus, timing: Partial<ClusterTiming> = {}) {
    this.#hub = hub
    this.#bus = bus
    this.#timing = { ...defaultTiming, ...timing }
    this.#updates = new UpdateBatches(bus.batchMs, message => this.#send(message))
    bus.subscribe(nodesChannel, (text, from) => this.#onMessage(from, JSON.parse(text)))
    bus.onConnect(() => {
      // The order matters: a process that replies already knows this one, and also sends it everything after the reply.
      this.#sendState()
      this.#send({ k: 'ask', of: null })
      // The events of these workspaces may have been announced over the connection that was lost.
      for (const room of this.#hub.rooms.values()) room.wake()
    })
    this.#heartbeatTimer = setInterval(() => this.#heartbeat(), this.#timing.heartbeatMs)
    this.#heartbeatTimer.unref()
  }

  joined(workspace_id: number, present: Participant): void {
    this.#own.set(present.connection, workspace_id)
    this.#sendUpdate({ k: 'joined', v: ++this.#version, w: workspace_id, present })
  }

  left(workspace_id: number, connection: string): void {
    this.#own.delete(connection)
    this.#sendUpdate({ k: 'left', v: ++this.#version, w: workspace_id, connection })
  }

  leadChanged(workspace_id: number, lead: Lead): void {
    this.#sendUpdate({ k: 'led', v: ++this.#version, w: workspace_id, lead })
  }

  presenceChanged(workspace_id: number, connection: string): void {
    if (this.#remoteCounts.has(workspace_id)) this.#sendPresenceSoon(workspace_id, [connection])
  }

  roomOpened(workspace_id: number): void {
    const onMessage = (text: string) => this.#onRoomMessage(workspace_id, JSON.parse(text))
    this.#subscriptions.set(workspace_id, this.#bus.subscribe(roomChannel(workspace_id), onMessage))
    if (this.#remoteCounts.has(workspace_id)) this.#sendToRoom(workspace_id, { k: 'where' })
    for (const delayMs of rereadDelaysMs) setTimeout(() => this.#hub.rooms.get(workspace_id)?.wake(), delayMs).unref()
  }

  roomClosed(workspace_id: number): void {
    this.#subscriptions.get(workspace_id)?.()
    this.#subscriptions.delete(workspace_id)
    this.#presenceSentAt.delete(workspace_id)
  }

  eventsCommitted(workspace_ids: Iterable<number>): void {
    for (const id of workspace_ids) if (this.#remoteCounts.has(id)) this.#sendToRoom(id, { k: 'events' })
  }

  close(): void {
    clearInterval(this.#heartbeatTimer)
    clearTimeout(this.#presenceTimer)
    this.#updates.clear()
    this.#send({ k: 'bye' })
  }

  #heartbeat(): void {
    this.#updates.flush()
    this.#send({ k: 'here', v: this.#version })
    const expired = performance.now() - this.#timing.expiryMs
    for (const [name, node] of this.#nodes) if (node.lastSeenAt < expired) this.#removeNode(name)
  }

  #onMessage(from: string, message: NodeMessage): void {
    if (message.k === 'ask') {
      if (message.of === null || message.of === this.#bus.name) this.#sendState()
    } else if (message.k === 'bye') this.#removeNode(from)
    else if (message.k === 'all') this.#replaceState(from, message)
    else this.#applyAll(from, message.k === 'batch' ? message.of : [message])
  }

  #applyAll(from: string, messages: readonly NumberedMessage[]): void {
    const node = this.#nodes.get(from)
    for (const message of messages) {
      const isNext = node && message.v === node.version + (message.k === 'here' ? 0 : 1)
      if (!isNext) return void this.#send({ k: 'ask', of: from })
      this.#apply(node, message)
    }
  }

  #apply(node: Node, message: NumberedMessage): void {
    node.version = message.v
    node.lastSeenAt = performance.now()
    if (message.k === 'here') return
    if (message.k === 'joined') this.#addParticipant(node, message.w, message.present)
    else if (message.k === 'left') this.#removeParticipant(node, message.connection)
    else this.#hub.roster.find(message.w)?.mergeLead(message.lead)
  }

  /** Replaces what was known of a process by its whole state. */
  #replaceState(from: string, { v, people, leads, batches }: Extract<NodeMessage, { k: 'all' }>): void {
    const node = this.#nodes.get(from) ?? { version: v, lastSeenAt: 0, readsBatches: false, connections: new Map() }
    node.readsBatches = batches ?? false
    this.#nodes.set(from, node)
    node.version = v
    node.lastSeenAt = performance.now()
    const connections = new Set(people.map(([, { connection }]) => connection))
    for (const connection of [...node.connections.keys()])
      if (!connections.has(connection)) this.#removeParticipant(node, connection)
    for (const [workspace_id, present] of people) this.#addParticipant(node, workspace_id, present)
    for (const [workspace_id, lead] of leads) this.#hub.roster.find(workspace_id)?.mergeLead(lead)
  }

  #addParticipant(node: Node, workspace_id: number, present: Participant): void {
    if (!node.connections.has(present.connection))
      this.#remoteCounts.set(workspace_id, (this.#remoteCounts.get(workspace_id) ?? 0) + 1)
    node.connections.set(present.connection, workspace_id)
    this.#hub.roster.getOrCreate(workspace_id).put(present)
  }

  #removeParticipant(node: Node, connection: string): void {
    const workspace_id = node.connections.get(connection)
    if (workspace_id === undefined) return
    node.connections.delete(connection)
    const left = (this.#remoteCounts.get(workspace_id) ?? 1) - 1
    if (left > 0) this.#remoteCounts.set(workspace_id, left)
    else this.#remoteCounts.delete(workspace_id)
    this.#hub.roster.remove(workspace_id, connection)
  }

  #removeNode(name: string): void {
    const node = this.#nodes.get(name)
    this.#nodes.delete(name)
    if (node) for (const connection of [...node.connections.keys()]) this.#removeParticipant(node, connection)
  }

  #onRoomMessage(workspace_id: number, message: RoomMessage): void {
    const room = this.#hub.rooms.get(workspace_id)
    if (!room) return
    if (message.k === 'events') room.wake()
    else if (message.k === 'moved')
      for (const [connection, state] of message.people) room.presence.update(connection, state)
    // The sender of `where` is opening the workspace, and its `joined` may not have arrived yet, so the reply is sent
    // in any case.
    else this.#sendPresenceSoon(workspace_id, this.#shownMembers(room))
  }

  /** In a large room, only the most recently active of the own members are sent. */
  #shownMembers({ presence, members }: Room): string[] {
    if (!presence.isPaged) return [...members].map(({ connection }) => connection)
    return presence.index.listActive().filter(connection => this.#own.has(connection))
  }

  #sendPresenceSoon(workspace_id: number, connections: readonly string[]): void {
    const pending = this.#pendingPresence.get(workspace_id) ?? new Set()
    this.#pendingPresence.set(workspace_id, pending)
    for (const connection of connections) pending.add(connection)
    this.#presenceTimer ??= setTimeout(() => this.#sendPresence(), this.#bus.batchMs)
  }

  #sendPresence(): void {
    this.#presenceTimer = undefined
    for (const [workspace_id, connections] of this.#pendingPresence) {
      const presence = this.#hub.roster.find(workspace_id)
      if (presence?.isPaged && !this.#isPresenceDue(workspace_id, presence)) continue
      const some = presence?.isPaged ? [...connections].slice(0, maxMoved) : [...connections]
      for (const connection of some) connections.delete(connection)
      if (connections.size === 0) this.#pendingPresence.delete(workspace_id)
      const people = some.flatMap(connection => {
        const present = presence?.find(connection)
        return present ? [[connection, presenceStateOf(present)] as [string, ReturnType<typeof presenceStateOf>]] : []
      })
      if (people.length > 0) this.#sendToRoom(workspace_id, { k: 'moved', people })
    }
    if (this.#pendingPresence.size > 0) this.#presenceTimer = setTimeout(() => this.#sendPresence(), this.#bus.batchMs)
  }

  /** A large room sends presence less often, to the other processes as well. */
  #isPresenceDue(workspace_id: number, { size }: Presence): boolean {
    const now = performance.now()
    const sentAt = this.#presenceSentAt.get(workspace_id) ?? Number.NEGATIVE_INFINITY
    if (now < sentAt + presenceIntervalMs(size).min) return false
    this.#presenceSentAt.set(workspace_id, now)
    return true
  }

  #sendState(): void {
    const { roster } = this.#hub
    const people = [...this.#own].flatMap(([connection, workspace_id]): [number, Participant][] => {
      const present = roster.find(workspace_id)?.find(connection)
      return present ? [[workspace_id, present]] : []
    })
    const leads = [...new Set(this.#own.values())].flatMap((workspace_id): [number, Lead][] => {
      const lead = roster.find(workspace_id)?.lead
      return lead && lead.at > 0 ? [[workspace_id, lead]] : []
    })
    // The state contains everything that waits to be sent.
    this.#updates.clear()
    this.#send({ k: 'all', v: this.#version, people, leads, batches: true })
  }

  /** Without peers nothing is sent; a new peer requests the whole state. */
  #sendUpdate(update: Update): void {
    if (this.#nodes.size === 0) return
    const canBatch = [...this.#nodes.values()].every(node => node.readsBatches)
    this.#updates.add(update, canBatch)
  }

  #send(message: NodeMessage): void {
    this.#bus.publish(nodesChannel, JSON.stringify(message))
  }

  #sendToRoom(workspace_id: number, message: RoomMessage): void {
    this.#bus.publish(roomChannel(workspace_id), JSON.stringify(message))
  }
}

const presenceStateOf = ({ type, cursor, view, selection, moving, following, agent }: Participant) =>
  ({ type, cursor, view, selection, moving, following, agent }) satisfies Partial<Participant>
