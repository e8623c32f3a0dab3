// A listener that this node delivers to: the events it subscribes to, its position in the log, and how far that
// position is stored.

import type { KeyObject } from 'node:crypto'
import { matchesEventTypes, type Role, type WorkspaceFlag } from '@tessera/contract'
import type { EventRow } from '../events/event-store.ts'
import type { ActiveListenerRow, CursorUpdate } from './delivery-cursor-store.ts'
import { listenerRole } from './listener-role.ts'
import type { WebhookKeys } from './sign-notification.ts'
import { isSkipped, type Skip } from './skipped-events.ts'

export class ActiveListener {
  readonly id: string
  readonly user_id: number
  /** The id of the organization listener that it is a part of; null for an ordinary one. */
  readonly organizationListenerId: string | null
  readonly workspace: { readonly id: number; readonly uid: string }
  readonly #replays: number
  readonly #keysOf: WebhookKeys
  /** The seq of the last event that was delivered or skipped, and the last such seq in the database. */
  position: number
  storedPosition: number
  attempts = Number.POSITIVE_INFINITY
  dueAt: string | null = null
  status = 'ACTIVE'
  url = ''
  keys: readonly KeyObject[] = []
  /** Null if its creator may not read the workspace. */
  role: Role<WorkspaceFlag> | null = null
  /** The seq of the last event to deliver when the listener was loaded; the log may have grown since. */
  lastSeq = 0
  isDeleted = false
  loadedAt = 0
  /** True if it was changed: it must be reloaded before the next delivery. */
  isStale = false
  /** True if it was leased by another node, replayed or deleted: nothing more is delivered or stored here. */
  isLost = false
  /** True if the log has grown since it was last read. */
  hasNewEvents = false
  isDelivering = false
  isReleasing = false
  isSlow: boolean
  idleSince = 0
  #version = 0
  #targetId: string | null = null
  #words: readonly string[] = []
  #wanted = new Map<string, boolean>()
  #skips: readonly Skip[] = []

  constructor(row: ActiveListenerRow, now: number, keysOf: WebhookKeys) {
    this.#keysOf = keysOf
    this.id = row.id
    this.user_id = row.user_id
    this.organizationListenerId = row.organization_listener_id
    this.workspace = { id: row.workspace_id, uid: row.uid }
    this.#replays = row.replays
    this.position = row.after_seq
    this.storedPosition = row.after_seq
    this.isSlow = row.attempts > 0
    this.load(row, now)
  }

  /** The id that its user knows, under which deliveries are recorded. */
  get knownId(): string {
    return this.organizationListenerId ?? this.id
  }

  wasReplayed({ replays }: ActiveListenerRow): boolean {
    return replays !== this.#replays
  }

  /** Updates the fields that may change during delivery; the position does not. */
  load(row: ActiveListenerRow, now: number): void {
    this.url = row.url
    this.keys = this.#keysOf(row, new Date(now).toISOString())
    this.role = listenerRole(row)
    this.status = row.status
    this.lastSeq = row.last_seq
    this.isDeleted = row.is_deleted === 1
    this.loadedAt = now
    // Its owner may have reset the attempts.
    this.attempts = Math.min(this.attempts, row.attempts)
    this.#version = row.version
    this.#targetId = row.target_id
    this.#words = JSON.parse(row.event_types)
    this.#wanted = new Map()
    this.#skips = JSON.parse(row.skips)
  }

  wants({ type, seq, object_id, target_id }: EventRow): boolean {
    const target = this.#targetId
    if (target !== null && object_id !== target && target_id !== target) return false
    return this.#wantsType(type) && !isSkipped(this.#skips, seq)
  }

  #wantsType(type: string): boolean {
    const known = this.#wanted.get(type)
    if (known !== undefined) return known
    const isWanted = matchesEventTypes(this.#words, type) === true
    this.#wanted.set(type, isWanted)
    return isWanted
  }

  get version(): number {
    return this.#version
  }

  cursorUpdate(): CursorUpdate {
    return {
      listener: this.id,
      from_seq: this.storedPosition,
      to_seq: this.position,
      known_version: this.#version,
      known_replays: this.#replays,
      new_attempts: this.attempts,
      new_due_at: this.dueAt,
      new_status: this.status,
      releases: this.isReleasing ? 1 : 0,
    }
  }
}
