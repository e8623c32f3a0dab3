// Who is in a workspace now, wherever they are connected, and which of them leads. Each person's record is put into words
// once for all who are told. Nothing of it is stored.

import type { LivePerson, Motion } from '@tessera/contract/live'

/** What stays the same while a connection lasts, but for the type. */
export type Identity = Pick<LivePerson, 'connection' | 'id' | 'email' | 'first_name' | 'last_name' | 'type'>

export interface Whereabouts {
  cursor: LivePerson['cursor']
  view: LivePerson['view']
  selection: string[]
  moving: Motion[]
  following: number | null
}

export interface Present extends Identity, Whereabouts {
  type: LivePerson['type']
}

/** That somebody took the lead, or gave it up. The last time counts, so processes that were cut off agree again. */
export interface Lead {
  readonly at: number
  readonly by: string
  readonly isTaken: boolean
}

export const newlyPresent = (identity: Identity): Present => ({
  ...identity,
  cursor: null,
  view: null,
  selection: [],
  moving: [],
  following: null,
})

export class People {
  readonly #present = new Map<string, Present>()
  readonly #texts = new Map<string, string>()
  /** What stays the same of each, in words. */
  readonly #names = new Map<string, string>()
  #changed = new Set<string>()
  #left = new Set<string>()
  #lead: Lead = { at: 0, by: '', isTaken: false }
  /** The connection that everybody was last told leads. */
  #leader: string | null = null
  #isLeaderNew = false
  /** Called when there is something new to tell; news are kept only while there is somebody to call. */
  onNews: (() => void) | null = null
  /** Called when somebody is about to move again before their last move was told. */
  onOvertaking: (() => void) | null = null

  get size(): number {
    return this.#present.size
  }

  /** Who took the lead last, while they are here: one who was lost sight of and is back leads as before. */
  get leader(): Present | null {
    return this.#lead.isTaken ? this.find(this.#lead.by) : null
  }

  get lead(): Lead {
    return this.#lead
  }

  values(): Iterable<Present> {
    return this.#present.values()
  }

  find(connection: string): Present | null {
    return this.#present.get(connection) ?? null
  }

  put(present: Present): void {
    this.#present.set(present.connection, present)
    this.#names.delete(present.connection)
    this.#left.delete(present.connection)
    this.#tell(present.connection)
    this.#noteLeader()
  }

  /** Fields that are not given stay as they are. */
  move(connection: string, where: Partial<Whereabouts & Pick<Present, 'type'>>): void {
    const present = this.#present.get(connection)
    if (!present) return
    if (this.#changed.has(connection)) this.onOvertaking?.()
    Object.assign(present, where)
    if (where.type !== undefined) this.#names.delete(connection)
    this.#tell(connection)
  }

  /** Takes the lead or gives it up, now. */
  setLead(by: string, isTaken: boolean): void {
    this.learnLead({ at: Math.max(Date.now(), this.#lead.at + 1), by, isTaken })
  }

  /** What was earlier than what is known changes nothing. */
  learnLead(lead: Lead): void {
    const { at, by } = this.#lead
    if (lead.at < at || (lead.at === at && lead.by < by)) return
    this.#lead = lead
    this.#noteLeader()
  }

  remove(connection: string): void {
    if (!this.#present.delete(connection)) return
    this.#texts.delete(connection)
    this.#names.delete(connection)
    this.#changed.delete(connection)
    this.#noteLeader()
    if (!this.onNews) return
    this.#left.add(connection)
    this.onNews()
  }

  get hasNews(): boolean {
    return this.#changed.size > 0 || this.#left.size > 0 || this.#isLeaderNew
  }

  /** The messages that tell what is new since the last time. */
  takeNews(): string[] {
    const messages: string[] = []
    if (this.#changed.size > 0 || this.#left.size > 0) {
      const people = [...this.#changed].map(connection => this.#textOf(connection)).join()
      messages.push(`{"type":"presence","people":[${people}],"left":${JSON.stringify([...this.#left])}}`)
    }
    if (this.#isLeaderNew) messages.push(`{"type":"leader","user_id":${this.leader?.id ?? null}}`)
    this.#changed = new Set()
    this.#left = new Set()
    this.#isLeaderNew = false
    return messages
  }

  /** Everybody, as a JSON list. */
  allText(): string {
    return `[${[...this.#present.keys()].map(connection => this.#textOf(connection)).join()}]`
  }

  #tell(connection: string): void {
    this.#texts.delete(connection)
    if (!this.onNews) return
    this.#changed.add(connection)
    this.onNews()
  }

  #noteLeader(): void {
    const before = this.#leader
    const connection = this.leader?.connection ?? null
    if (before === connection) return
    this.#leader = connection
    this.#isLeaderNew = this.onNews !== null
    for (const one of [before, connection]) if (one !== null && this.#present.has(one)) this.#tell(one)
    this.onNews?.()
  }

  #textOf(connection: string): string {
    const known = this.#texts.get(connection)
    if (known !== undefined) return known
    const present = this.#present.get(connection) as Present
    const { cursor, view, selection, moving, following } = present
    const where = JSON.stringify({
      cursor,
      view,
      selection,
      leader: connection === this.#leader,
      moving: moving.length > 0 ? moving : undefined,
      following: following ?? undefined,
    })
    const text = `${this.#nameOf(present)},${where.slice(1)}`
    this.#texts.set(connection, text)
    return text
  }
  /** The beginning of a record, without its end. */
  #nameOf({ connection, id, type, email, first_name, last_name }: Present): string {
    const known = this.#names.get(connection)
    if (known !== undefined) return known
    const name = JSON.stringify({ connection, id, type, email, first_name, last_name }).slice(0, -1)
    this.#names.set(connection, name)
    return name
  }
}
