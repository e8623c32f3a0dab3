// A listener while this node tells it: what it wants, how far it is, and how far that is written down.

import type { KeyObject } from 'node:crypto'
import { applicationRoles, isMeant, type Role, type WorkspaceFlag } from '@tessera/contract'
import { effectiveRole } from '../access/access.ts'
import type { EventRow } from '../events/event-store.ts'
import type { Progress, ServedRow } from './delivery-cursor-store.ts'
import { signingKeys } from './sign-notification.ts'
import { isSkipped, type Skip } from './skipped-events.ts'

export class ServedListener {
  readonly id: string
  readonly user_id: number
  readonly workspace: { readonly id: number; readonly uid: string }
  readonly #replays: number
  /** The last event that needs nothing more, and the one of which that is written down. */
  position: number
  written: number
  attempts = Number.POSITIVE_INFINITY
  dueAt: string | null = null
  status = 'ACTIVE'
  url = ''
  keys: readonly KeyObject[] = []
  /** Null where its creator may not read the workspace. */
  role: Role<WorkspaceFlag> | null = null
  /** The last event there is to tell; the log may have grown since. */
  endsAt = 0
  isDeleted = false
  seenAt = 0
  /** Something about it was changed: to be looked up before it is told more. */
  isStale = false
  /** Another's, set back or gone: nothing more is told or written here. */
  isLost = false
  /** The log has grown since it was last read. */
  hasNews = false
  isBusy = false
  isLeaving = false
  isSlow: boolean
  restsSince = 0
  #version = 0
  #targetId: string | null = null
  #words: readonly string[] = []
  #wanted = new Map<string, boolean>()
  #skips: readonly Skip[] = []

  constructor(row: ServedRow, now: number) {
    this.id = row.id
    this.user_id = row.user_id
    this.workspace = { id: row.workspace_id, uid: row.uid }
    this.#replays = row.replays
    this.position = row.after_seq
    this.written = row.after_seq
    this.isSlow = row.attempts > 0
    this.look(row, now)
  }

  isSetBack({ replays }: ServedRow): boolean {
    return replays !== this.#replays
  }

  /** What may change while it is told; its place in the log is its own. */
  look(row: ServedRow, now: number): void {
    const { application_role_id } = row
    this.url = row.url
    this.keys = signingKeys(row, new Date(now).toISOString())
    this.role = application_role_id === null ? null : effectiveRole(row, applicationRoles.get(application_role_id))
    this.status = row.status
    this.endsAt = row.ends_at
    this.isDeleted = row.is_deleted === 1
    this.seenAt = now
    // Its owner may have given it all its attempts back.
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
    return this.#isMeant(type) && !isSkipped(this.#skips, seq)
  }

  #isMeant(type: string): boolean {
    const known = this.#wanted.get(type)
    if (known !== undefined) return known
    const isWanted = isMeant(this.#words, type) === true
    this.#wanted.set(type, isWanted)
    return isWanted
  }

  get version(): number {
    return this.#version
  }

  progress(): Progress {
    return {
      listener: this.id,
      from_seq: this.written,
      to_seq: this.position,
      known_version: this.#version,
      known_replays: this.#replays,
      new_attempts: this.attempts,
      new_due_at: this.dueAt,
      new_status: this.status,
      lets_go: this.isLeaving ? 1 : 0,
    }
  }
}
