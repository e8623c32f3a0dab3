// The tables of what is on a board, its log, and listeners.

import type { Generated } from 'kysely'
import type { Times } from './times.ts'

export interface ObjectTable extends Times {
  workspace_id: number
  id: string
  kind: string
  parent_id: string | null
  version: number
  /** The seq of its last event, from which its history is read backwards. */
  seq: number
  left_x: number
  top_y: number
  right_x: number
  bottom_y: number
  search_text: string
  file_hash: string | null
  /** Its stacking order. */
  order_key: string
  group_id: string | null
  data: string
  created_by: number
}

/** A reference from one object to another, which is used to find the first. It stays while the target is deleted. */
export interface ObjectLinkTable {
  workspace_id: number
  object_id: string
  field: string
  target_id: string
}

export interface CommentTable {
  workspace_id: number
  id: string
  /** Null for a comment at a point of the board. */
  object_id: string | null
  /** The first comment of the thread; null if it is the first. */
  parent_id: string | null
  /** Set only for the first comment of a thread at a point of the board. */
  x: number | null
  y: number | null
  text: string
  user_id: number
  /** The application that the author used: its client_id and name as JSON. */
  via: string | null
  /** The seq of its last event. */
  seq: number
  created_at: string
  /** When the text was last changed. */
  updated_at: string
  resolved_by: number | null
  resolved_at: string | null
}

export interface EventTable {
  workspace_id: number
  seq: number
  id: string
  type: string
  kind: string
  object_id: string | null
  target_id: string | null
  actor_id: number
  created_at: string
  /** The seq of the previous event of the same object or comment; 0 for the first, and for other events. */
  prior_seq: number
  data: string
  /** The application that acted for the user: its client_id and name as JSON. Null for the user's own requests. */
  via: string | null
  /** The grant of the personal token that was used, by which an agent recognizes its own changes; otherwise null. */
  grant_id: string | null
}

export interface ListenerTable extends Times {
  id: string
  workspace_id: number
  user_id: number
  url: string
  target_id: string | null
  target_type: string
  event_types: string
  status: string
  secret: string
  previous_secret: string | null
  previous_secret_until: string | null
  /** The last event of the log that was delivered to this listener or skipped. */
  after_seq: number
  /** Ranges of the log while the listener was IN_ACTIVE: [[first, last], …]; last is null while it still is. */
  skips: string
  /** Incremented by every change of its owner. */
  version: Generated<number>
  /** The number of replays its owner has requested. */
  replays: Generated<number>
  /** The number of failed attempts for the event after after_seq. */
  attempts: Generated<number>
  /** The time of the next attempt; null if there is no delay. */
  due_at: Generated<string | null>
  /** The node that currently delivers to it. */
  lease_owner: Generated<string | null>
  leased_until: Generated<string | null>
  /** The organization listener that this row belongs to, in its workspace. */
  organization_listener_id: Generated<string | null>
  /** The grant of the token that created it; it ends when that grant is revoked. Null: a browser session, or kept since. */
  grant_id: Generated<string | null>
  /** The token or application that created it, as it was called then (JSON). */
  created_with: Generated<string | null>
}

/** A listener for every workspace of an organization. */
export interface OrganizationListenerTable extends Times {
  id: string
  organization_id: number
  user_id: number
  url: string
  event_types: string
  status: string
  secret: string
  previous_secret: string | null
  previous_secret_until: string | null
  /** The grant of the token that created it; it ends when that grant is revoked. Null: a browser session, or kept since. */
  grant_id: Generated<string | null>
  /** The token or application that created it, as it was called then (JSON). */
  created_with: Generated<string | null>
}

/** One delivery attempt and its outcome. */
export interface DeliveryTable {
  /** The organization listener, if the delivery was made by one of its parts. */
  listener_id: string
  /** Set only for an organization listener: the workspace of the event. Null for a test. */
  workspace_id: number | null
  id: string
  /** event, test or redelivery. */
  cause: string
  event_id: string
  type: string
  /** 0 for a TEST_HOOK, which is in no log. */
  seq: number
  event_at: string
  attempt: number
  url: string
  created_at: string
  duration_ms: number
  /** The status of the response; null if there was none. */
  status: number | null
  error: string | null
  response: string
}
