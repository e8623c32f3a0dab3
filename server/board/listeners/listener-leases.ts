// The listeners that this node delivers to. If several nodes share a database, each listener is leased to one of them for
// a few seconds at a time; with the embedded database it is enough to keep them in memory.

import type { Logger } from 'pino'
import { type Clock, isoTime, LeaseRenewal } from '../../platform/jobs/index.ts'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { coalesce } from '../../tools/index.ts'
import { ActiveListener } from './active-listener.ts'
import {
  type ActiveListenerRow,
  findDueListeners,
  leaseDueListeners,
  loadActiveListeners,
  releaseListeners,
  releaseNode,
  renewListenerLeases,
} from './delivery-cursor-store.ts'
import { type WebhookKeys, webhookKeys } from './sign-notification.ts'

const maxHeld = 2_000
const maxClaimed = 200

export interface LeaseSettings {
  readonly db: Database
  readonly log: Logger
  readonly clock: Clock
  readonly nodeId: string
  readonly sealedSecrets: SealedSecrets
}

export interface ClaimResult {
  readonly claimed: readonly ActiveListener[]
  readonly hasMore: boolean
}

const nothingClaimed: ClaimResult = { claimed: [], hasMore: false }

export class ListenerLeases {
  readonly #settings: LeaseSettings
  readonly #owner: string | null
  readonly #keysOf: WebhookKeys
  readonly #held = new Map<string, ActiveListener>()
  readonly #byWorkspace = new Map<number, Set<ActiveListener>>()
  readonly #load: (id: string) => Promise<ActiveListenerRow | undefined>
  /** Workspaces whose listeners were changed since the last claim began. */
  #changed = new Set<number>()
  /** Null with the embedded database. */
  readonly #renewal: LeaseRenewal<string> | null

  constructor(settings: LeaseSettings) {
    const { db, nodeId } = settings
    this.#settings = settings
    this.#keysOf = webhookKeys(settings.sealedSecrets)
    this.#owner = db.engine === 'sqlite' ? null : nodeId
    this.#renewal = this.#owner === null ? null : this.#openRenewal(this.#owner)
    this.#load = coalesce<string, ActiveListenerRow | undefined>(async ids => {
      const found = await loadActiveListeners(db.read, ids)
      return ids.map(id => found.get(id))
    })
  }

  async start(): Promise<void> {
    await this.#settings.db.write(tx => releaseNode(tx, this.#owner))
  }

  get all(): Iterable<ActiveListener> {
    return this.#held.values()
  }

  get size(): number {
    return this.#held.size
  }

  inWorkspace(workspace_id: number): Iterable<ActiveListener> {
    return this.#byWorkspace.get(workspace_id) ?? []
  }

  /**
   * Listeners of these workspaces were created or changed: the ones held here are reloaded before their next delivery.
   */
  markChanged(workspace_ids: Iterable<number>): void {
    for (const id of workspace_ids) {
      this.#changed.add(id)
      for (const listener of this.inWorkspace(id)) listener.isStale = true
    }
  }

  /** The node that holds the leases; null with the embedded database. */
  get owner(): string | null {
    return this.#owner
  }

  /** Claims listeners that have pending events and no owner, in the given workspaces or in all. */
  async claim(workspace_ids: ReadonlySet<number> | undefined): Promise<ClaimResult> {
    const capacity = maxHeld - this.#held.size
    if (capacity <= 0) return nothingClaimed
    this.#changed.clear()
    const now = this.#settings.clock.now()
    const ids = await this.#findAndLease(workspace_ids, isoTime(now), Math.min(capacity, maxClaimed))
    if (ids.length === 0) return nothingClaimed
    const found = await loadActiveListeners(this.#settings.db.read, ids)
    const claimed = [...found.values()].map(row => new ActiveListener(row, now, this.#keysOf))
    for (const listener of claimed) {
      listener.isStale = this.#changed.has(listener.workspace.id)
      this.#add(listener)
    }
    return { claimed, hasMore: ids.length === maxClaimed }
  }

  async #findAndLease(
    workspace_ids: ReadonlySet<number> | undefined,
    now: string,
    limit: number,
  ): Promise<readonly string[]> {
    const { db } = this.#settings
    const owner = this.#owner
    if (owner === null) {
      const found = await findDueListeners(db.read, { workspace_ids, now, limit: limit + this.#held.size })
      return found.filter(id => !this.#held.has(id)).slice(0, limit)
    }
    const query = { workspace_ids, now, limit }
    // Looks without a lock first: most of the time there is nothing to claim.
    if ((await findDueListeners(db.read, query)).length === 0) return []
    return await db.write(tx => leaseDueListeners(tx, query, owner))
  }

  /** Reloads the listener; returns false if nothing is to be delivered to it any more. */
  async refresh(listener: ActiveListener): Promise<boolean> {
    // This is reset before the query: a later change may be missing from its result.
    listener.isStale = false
    const row = await this.#load(listener.id)
    if (row && listener.wasReplayed(row)) listener.isLost = true
    if (row?.status !== 'ACTIVE' || listener.isLost) return false
    listener.load(row, this.#settings.clock.now())
    return true
  }

  remove(listener: ActiveListener): void {
    // It may have been claimed again before its release was confirmed.
    if (this.#held.get(listener.id) === listener) {
      this.#held.delete(listener.id)
      this.#renewal?.remove(listener.id)
    }
    const inWorkspace = this.#byWorkspace.get(listener.workspace.id)
    inWorkspace?.delete(listener)
    if (inWorkspace?.size === 0) this.#byWorkspace.delete(listener.workspace.id)
  }

  /** Releases the lease of a lost listener without storing progress, if the lease is still this node's. */
  async release(listener: ActiveListener): Promise<void> {
    const owner = this.#owner
    if (owner !== null) await this.#settings.db.write(tx => releaseListeners(tx, [listener.id], owner))
  }

  close(): void {
    this.#renewal?.close()
  }

  #add(listener: ActiveListener): void {
    this.#held.set(listener.id, listener)
    const inWorkspace = this.#byWorkspace.get(listener.workspace.id) ?? new Set()
    this.#byWorkspace.set(listener.workspace.id, inWorkspace.add(listener))
    this.#renewal?.add(listener.id)
  }

  #openRenewal(owner: string): LeaseRenewal<string> {
    const { db, log, clock } = this.#settings
    return new LeaseRenewal({
      clock,
      log,
      label: 'listener',
      renew: ids => db.write(tx => renewListenerLeases(tx, ids, owner)),
      onLost: id => {
        const listener = this.#held.get(id)
        // The lease of a listener that is being released may have ended already.
        if (listener && !listener.isReleasing) listener.isLost = true
      },
    })
  }
}
