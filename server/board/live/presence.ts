// The participants of one workspace, in all processes, and which of them leads. Each participant is serialized once for
// all recipients. Nothing is stored.

import type { LiveAgent, LivePerson, Motion } from '@tessera/contract/live'
import { PresenceIndex } from './presence-index.ts'

/** Constant while a connection lasts, except for the type. */
export type Identity = Pick<LivePerson, 'connection' | 'id' | 'email' | 'first_name' | 'last_name' | 'type'>

export interface PresenceState {
  cursor: LivePerson['cursor']
  view: LivePerson['view']
  selection: string[]
  moving: Motion[]
  following: number | null
  /** Set only for an agent. */
  agent?: LiveAgent | undefined
}

export interface Participant extends Identity, PresenceState {
  type: LivePerson['type']
}

/**
 * A connection took the lead or gave it up. The latest message counts, so processes agree again after a network
 * partition.
 */
export interface Lead {
  readonly at: number
  readonly by: string
  readonly isTaken: boolean
}

export const newParticipant = (identity: Identity): Participant => ({
  ...identity,
  cursor: null,
  view: null,
  selection: [],
  moving: [],
  following: null,
})

/** The changes since they were last taken. */
export interface PresenceChanges {
  readonly changed: ReadonlySet<string>
  readonly left: ReadonlySet<string>
  readonly hasNewLeader: boolean
}

/** Above this many connections, each member is sent a page of the participants (LIV-16). */
const maxUnpaged = 100
/**
 * A room that has become smaller than this sends everyone again. It is far enough below, so that a room does not switch
 * back and forth.
 */
const minPaged = 80

export class Presence {
  readonly index = new PresenceIndex()
  #isPaged = false
  readonly #present = new Map<string, Participant>()
  readonly #jsonTexts = new Map<string, string>()
  /** The serialized identity of each participant. */
  readonly #identityTexts = new Map<string, string>()
  #changed = new Set<string>()
  #left = new Set<string>()
  #lead: Lead = { at: 0, by: '', isTaken: false }
  /** The leading connection, as last reported. */
  #leader: string | null = null
  #hasNewLeader = false
  /** Called when there are updates to send. Without a callback, updates are not collected. */
  onUpdate: (() => void) | null = null
  /** Called before an update overwrites one that was not sent yet. */
  onOverwrite: (() => void) | null = null

  get size(): number {
    return this.#present.size
  }

  /** Whether the room is so large that each member is sent a page of the participants only. */
  get isPaged(): boolean {
    this.#isPaged = this.size > (this.#isPaged ? minPaged : maxUnpaged)
    return this.#isPaged
  }

  /**
   * The participant that took the lead last, if it is present. One that was disconnected and is back leads as before.
   */
  get leader(): Participant | null {
    return this.#lead.isTaken ? this.find(this.#lead.by) : null
  }

  get lead(): Lead {
    return this.#lead
  }

  values(): Iterable<Participant> {
    return this.#present.values()
  }

  find(connection: string): Participant | null {
    return this.#present.get(connection) ?? null
  }

  put(present: Participant): void {
    this.#present.set(present.connection, present)
    this.index.add(present)
    if (isSomewhere(present)) this.index.markActive(present.connection)
    this.#identityTexts.delete(present.connection)
    this.#left.delete(present.connection)
    this.#markChanged(present.connection)
    this.#updateLeader()
  }

  /** Omitted fields keep their values. */
  update(connection: string, state: Partial<PresenceState & Pick<Participant, 'type'>>): void {
    const present = this.#present.get(connection)
    if (!present) return
    if (this.#changed.has(connection)) this.onOverwrite?.()
    Object.assign(present, state)
    if (isSomewhere(present)) this.index.markActive(connection)
    if (state.type !== undefined) this.#identityTexts.delete(connection)
    this.#markChanged(connection)
  }

  /** Takes the lead or gives it up. */
  setLead(by: string, isTaken: boolean): void {
    this.mergeLead({ at: Math.max(Date.now(), this.#lead.at + 1), by, isTaken })
  }

  /** An older lead is ignored. */
  mergeLead(lead: Lead): void {
    const { at, by } = this.#lead
    if (lead.at < at || (lead.at === at && lead.by < by)) return
    this.#lead = lead
    this.#updateLeader()
  }

  remove(connection: string): void {
    const present = this.#present.get(connection)
    if (!present) return
    this.#present.delete(connection)
    this.index.remove(present)
    this.#jsonTexts.delete(connection)
    this.#identityTexts.delete(connection)
    this.#changed.delete(connection)
    this.#updateLeader()
    if (!this.onUpdate) return
    this.#left.add(connection)
    this.onUpdate()
  }

  get hasUpdates(): boolean {
    return this.#changed.size > 0 || this.#left.size > 0 || this.#hasNewLeader
  }

  /** The messages with all changes since the last call, if all members know all participants. */
  takeUpdates(): string[] {
    const { changed, left, hasNewLeader } = this.takeChanges()
    const messages: string[] = []
    if (changed.size > 0 || left.size > 0) {
      const people = [...changed].map(connection => this.jsonOf(connection)).join()
      messages.push(`{"type":"presence","people":[${people}],"left":${JSON.stringify([...left])}}`)
    }
    if (hasNewLeader) messages.push(this.leaderMessage)
    return messages
  }

  /** The changes since the last call. */
  takeChanges(): PresenceChanges {
    const changes = { changed: this.#changed, left: this.#left, hasNewLeader: this.#hasNewLeader }
    this.#changed = new Set()
    this.#left = new Set()
    this.#hasNewLeader = false
    return changes
  }

  get leaderMessage(): string {
    return `{"type":"leader","user_id":${this.leader?.id ?? null}}`
  }

  /** All participants as a JSON array. */
  allJson(): string {
    return `[${[...this.#present.keys()].map(connection => this.jsonOf(connection)).join()}]`
  }

  /** The participant must be present. */
  jsonOf(connection: string): string {
    const known = this.#jsonTexts.get(connection)
    if (known !== undefined) return known
    const present = this.#present.get(connection) as Participant
    const { cursor, view, selection, moving, following, agent } = present
    const state = JSON.stringify({
      cursor,
      view,
      selection,
      leader: connection === this.#leader,
      moving: moving.length > 0 ? moving : undefined,
      following: following ?? undefined,
      agent,
    })
    const text = `${this.#identityText(present)},${state.slice(1)}`
    this.#jsonTexts.set(connection, text)
    return text
  }

  #markChanged(connection: string): void {
    this.#jsonTexts.delete(connection)
    if (!this.onUpdate) return
    this.#changed.add(connection)
    this.onUpdate()
  }

  #updateLeader(): void {
    const before = this.#leader
    const connection = this.leader?.connection ?? null
    if (before === connection) return
    this.#leader = connection
    this.#hasNewLeader = this.onUpdate !== null
    for (const one of [before, connection]) if (one !== null && this.#present.has(one)) this.#markChanged(one)
    this.onUpdate?.()
  }

  /** The start of the JSON object, without its closing brace. */
  #identityText({ connection, id, type, email, first_name, last_name }: Participant): string {
    const known = this.#identityTexts.get(connection)
    if (known !== undefined) return known
    const name = JSON.stringify({ connection, id, type, email, first_name, last_name }).slice(0, -1)
    this.#identityTexts.set(connection, name)
    return name
  }
}

/** Whether others can see where the participant is, or what they do. */
const isSomewhere = ({ cursor, selection, moving, agent }: PresenceState) =>
  cursor !== null || selection.length > 0 || moving.length > 0 || agent !== undefined
