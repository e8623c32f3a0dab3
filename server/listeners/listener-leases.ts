// Which listeners this node tells. Where several nodes share a database each is leased to one of them, for seconds at a
// time; where one process has the database alone, it is enough to remember which they are.

import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { gather } from '../gather.ts'
import { type Clock, timeOf } from '../jobs/clock.ts'
import { ServedListener } from './active-listener.ts'
import {
  findWaiting,
  leaseWaiting,
  letGo,
  letGoAll,
  loadServed,
  type NodeLease,
  renewServed,
  type ServedRow,
} from './delivery-cursor-store.ts'
import { SilentWorkspaces } from './unlistened-workspaces.ts'

const leaseMs = 10_000
const renewMs = 3_000
const mostHeld = 2_000
const mostAtOnce = 200

export interface ClaimSettings {
  readonly db: Database
  readonly log: Logger
  readonly clock: Clock
  readonly nodeId: string
}

export class Claims {
  readonly #settings: ClaimSettings
  readonly #owner: string | null
  readonly #held = new Map<string, ServedListener>()
  readonly #byWorkspace = new Map<number, Set<ServedListener>>()
  readonly #silent: SilentWorkspaces
  readonly #load: (id: string) => Promise<ServedRow | undefined>
  /** Workspaces whose listeners were changed since the last look for waiting ones began. */
  #changed = new Set<number>()
  #stopTimer: (() => void) | undefined

  constructor(settings: ClaimSettings) {
    const { db, nodeId } = settings
    this.#settings = settings
    this.#owner = db.engine === 'sqlite' ? null : nodeId
    this.#silent = new SilentWorkspaces(db.read)
    this.#load = gather<string, ServedRow | undefined>(async ids => {
      const found = await loadServed(db.read, ids)
      return ids.map(id => found.get(id))
    })
  }

  async start(): Promise<void> {
    await this.#settings.db.write(tx => letGoAll(tx, this.#owner))
  }

  get all(): Iterable<ServedListener> {
    return this.#held.values()
  }

  get size(): number {
    return this.#held.size
  }

  /** Listeners of these workspaces were made or changed: those at hand are looked up again. */
  changed(workspace_ids: Iterable<number>): void {
    this.#silent.forget(workspace_ids)
    for (const id of workspace_ids) {
      this.#changed.add(id)
      for (const one of this.of(id)) one.isStale = true
    }
  }

  of(workspace_id: number): Iterable<ServedListener> {
    return this.#byWorkspace.get(workspace_id) ?? []
  }

  /** Workspaces in which nobody listened a moment ago, and something has happened since: to be looked at after it. */
  takePassedOver(): ReadonlySet<number> {
    return this.#silent.takePassedOver()
  }

  lease(): NodeLease {
    return { owner: this.#owner, until: timeOf(this.#settings.clock.now() + leaseMs) }
  }

  /** Those that wait and that nobody tells, from now on told here; and whether there may be more. */
  async take(workspace_ids: ReadonlySet<number> | undefined): Promise<{ taken: ServedListener[]; isMore: boolean }> {
    const room = mostHeld - this.#held.size
    if (room <= 0) return { taken: [], isMore: false }
    const listened = workspace_ids && (await this.#silent.without(workspace_ids))
    if (listened?.size === 0) return { taken: [], isMore: false }
    this.#changed.clear()
    const now = this.#settings.clock.now()
    const ids = await this.#claim(listened, timeOf(now), Math.min(room, mostAtOnce))
    const found = await loadServed(this.#settings.db.read, ids)
    const taken = [...found.values()].map(row => new ServedListener(row, now))
    for (const one of taken) {
      one.isStale = this.#changed.has(one.workspace.id)
      this.#hold(one)
    }
    return { taken, isMore: ids.length === mostAtOnce }
  }

  async #claim(workspace_ids: ReadonlySet<number> | undefined, now: string, most: number): Promise<string[]> {
    const { db } = this.#settings
    const owner = this.#owner
    if (owner === null) {
      const found = await findWaiting(db.read, { workspace_ids, now, most: most + this.#held.size })
      return found.filter(id => !this.#held.has(id)).slice(0, most)
    }
    const looking = { workspace_ids, now, most }
    // Asked first without holding anything: most of the time there is nothing.
    if ((await findWaiting(db.read, looking)).length === 0) return []
    return await db.write(tx => leaseWaiting(tx, looking, { owner, until: this.lease().until }))
  }

  /** Looks the listener up again: false where it is not to be told any more. */
  async refresh(one: ServedListener): Promise<boolean> {
    // Before it is read: what is changed from here on may not be in what comes of it.
    one.isStale = false
    const row = await this.#load(one.id)
    if (row && one.isSetBack(row)) one.isLost = true
    if (row?.status !== 'ACTIVE' || one.isLost) return false
    one.look(row, this.#settings.clock.now())
    return true
  }

  forget(one: ServedListener): void {
    // Let go and heard of that only now, it may have been taken again already.
    if (this.#held.get(one.id) === one) this.#held.delete(one.id)
    const ofWorkspace = this.#byWorkspace.get(one.workspace.id)
    ofWorkspace?.delete(one)
    if (ofWorkspace?.size === 0) this.#byWorkspace.delete(one.workspace.id)
    if (this.#held.size === 0) this.#rest()
  }

  /** For one that is not where it was thought to be: whose lease it may be, but nothing is known of it any more. */
  async giveUp(one: ServedListener): Promise<void> {
    const owner = this.#owner
    if (owner !== null) await this.#settings.db.write(tx => letGo(tx, [one.id], owner))
  }

  close(): void {
    this.#rest()
  }

  #hold(one: ServedListener): void {
    this.#held.set(one.id, one)
    const ofWorkspace = this.#byWorkspace.get(one.workspace.id) ?? new Set()
    this.#byWorkspace.set(one.workspace.id, ofWorkspace.add(one))
    this.#keep()
  }

  #keep(): void {
    if (this.#owner === null) return
    this.#stopTimer ??= this.#settings.clock.after(renewMs, () => {
      this.#stopTimer = undefined
      if (this.#held.size > 0) this.#keep()
      void this.#renew(this.#owner as string)
    })
  }

  #rest(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
  }

  async #renew(owner: string): Promise<void> {
    const { db, log } = this.#settings
    const ids = [...this.#held.keys()]
    if (ids.length === 0) return
    try {
      const renewed = await db.write(tx => renewServed(tx, ids, { owner, until: this.lease().until }))
      for (const id of ids) {
        const one = this.#held.get(id)
        // One that is about to be let go may have been already.
        if (one && !one.isLeaving && !renewed.has(id)) one.isLost = true
      }
    } catch (error) {
      log.error({ err: error }, 'leases of listeners cannot be renewed')
    }
  }
}
