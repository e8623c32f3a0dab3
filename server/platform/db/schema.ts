// The tables, as types for Kysely. Columns have the names of the API fields they store.
// Both engines store the same types: integers (0 and 1 for booleans), text (ISO 8601 for times, JSON for lists), reals.

import type { ImportError, ImportFormat } from '@tessera/contract/import-report'
import type { Language } from '@tessera/contract/languages'
import type { Generated } from 'kysely'

export interface Schema {
  users: UserTable
  organizations: OrganizationTable
  organization_users: OrganizationUserTable
  workspaces: WorkspaceTable
  workspace_users: WorkspaceUserTable
  favorites: { user_id: number; workspace_id: number }
  workspace_visits: { user_id: number; workspace_id: number; visited_at: string }
  objects: ObjectTable
  comments: CommentTable
  events: EventTable
  /** What the board had after an event; complete once this row exists. */
  board_checkpoints: { workspace_id: number; seq: number; objects_count: number; created_at: string }
  /** Its objects in the order of their ids. */
  board_checkpoint_pages: { workspace_id: number; seq: number; last_id: string; entries: string }
  files: FileTable
  processed_files: ProcessedFileTable
  file_pictures: FilePictureTable
  document_pages: DocumentPageTable
  workspace_files: { hash: string; workspace_id: number }
  /** The bytes of the files that each workspace holds; no row if there are none. */
  workspace_storage: { workspace_id: number; organization_id: number; bytes: number }
  unused_files: UnusedFileTable
  listeners: ListenerTable
  organization_listeners: OrganizationListenerTable
  deliveries: DeliveryTable
  jobs: JobTable
  signing_keys: SigningKeyTable
  grants: GrantTable
  applications: ApplicationTable
  idempotency_keys: IdempotencyKeyTable
  secrets: { name: string; value: string }
  sessions: SessionTable
  authorization_codes: AuthorizationCodeTable
  device_codes: DeviceCodeTable
  refresh_tokens: RefreshTokenTable
  whitelistings: WhitelistingTable
  sign_in_failures: { id: string; key: string; at: string }
  mailed_links: MailedLinkTable
  external_identities: ExternalIdentityTable
  passkeys: PasskeyTable
  recovery_codes: { user_id: number; hash: string; created_at: string; used_at: string | null }
  known_devices: KnownDeviceTable
  sign_in_challenges: SignInChallengeTable
  caused_mails: CausedMailTable
  audit_entries: AuditEntryTable
  snapshots: SnapshotTable
  snapshot_pages: SnapshotPageTable
  previews: PreviewTable
  web_pages: WebPageTable
  installation_facts: { name: string; value: string }
  migration_steps: MigrationStepTable
  object_links: ObjectLinkTable
  imports: ImportTable
  exports: ExportTable
  snapshot_files: { snapshot_id: string; hash: string; mime: string }
  /** The page of each object. */
  snapshot_objects: { snapshot_id: string; object_id: string; page: number }
  /** `pages`: the number of pages that were ready when the snapshot was taken. */
  snapshot_documents: { snapshot_id: string; object_id: string; hash: string; pages: number }
}

interface Times {
  created_at: string
  updated_at: string
}

export interface UserTable extends Times {
  id: Generated<number>
  email: string
  email_key: string
  password_hash: string | null
  first_name: string
  last_name: string
  title: string | null
  industry: string
  phone_number: string
  locked_at: string | null
  archived: Generated<number>
  avatar_hash: string | null
  avatar_mime: Generated<string | null>
  notify_on_new_message: Generated<number>
  language: Generated<Language | null>
  application_role_id: Generated<number>
  last_login_at: string | null
  type: Generated<'person' | 'bot'>
  /** The address that the user wants to change to, until its link has been opened. */
  pending_email: Generated<string | null>
  totp_secret: Generated<string | null>
  /** Null until the user has entered a first code. */
  totp_enabled_at: Generated<string | null>
  /** The time step of the last accepted code, which cannot be used again. */
  totp_last_step: Generated<number>
}

export interface OrganizationTable extends Times {
  id: Generated<number>
  name: string
  locked_at: string | null
  account_id: number
  expiration: string | null
  plan_id: number
  plan_name: string
  metadata: string
  is_guest_invite_requires_approval: number
}

export interface OrganizationUserTable extends Times {
  organization_id: number
  user_id: number
  organization_role_id: number
  invited_state: string
  awaits_approval: number
}

export interface WorkspaceTable extends Times {
  id: Generated<number>
  uid: string
  organization_id: number
  name: string
  description: string
  public: number
  publish_state: Generated<string>
  publish_state_at: Generated<string>
  published_at: Generated<string>
  seq: Generated<number>
  /** Whether anyone may get pictures of it while it is published. */
  can_download: Generated<number>
  /** Added to the numbers of the log for stacking keys, so that those of a copy lie above the copied ones. */
  order_base: Generated<number>
  deleted_at: string | null
  /** Set by a permanent delete: the workspace is no longer found, and a job deletes its rows in steps. */
  erased_at: string | null
  /** While the workspace is being filled with a copy: when the copy counts as abandoned. Until it is done, `erased_at` is set. */
  copying_until: Generated<string | null>
}

export interface WorkspaceUserTable extends Times {
  workspace_id: number
  user_id: number
  workspace_role_id: number
}

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

/** A reference from one object to another, by which the first is found. It stays while the target is deleted. */
export interface ObjectLinkTable {
  workspace_id: number
  object_id: string
  field: string
  target_id: string
}

export interface CommentTable {
  workspace_id: number
  id: string
  /** Null: at a point of the board. */
  object_id: string | null
  /** The first comment of the thread; null if it is the first. */
  parent_id: string | null
  /** Only of the first comment of a thread at a point of the board. */
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

export interface FileTable {
  hash: string
  size: number
  mime: string
  created_at: string
}

export interface UnusedFileTable {
  hash: string
  noticed_at: string
  /** Set while the file is being removed: storing the same bytes waits. */
  removing_at: Generated<string | null>
}

export interface ProcessedFileTable extends Times {
  hash: string
  state: 'processing' | 'ready' | 'failed'
  /** The number of pages; null if not known yet, and for images. */
  pages: number | null
  reason: string | null
  /** The PDF that an Office file was converted to, while its pages are being drawn. */
  pdf_hash: string | null
  /** The number of attempts since the last progress. */
  failures: number
  /** The total processing time. */
  spent_ms: number
}

export interface FilePictureTable {
  /** The hash of the image or document. */
  hash: string
  /** 0 for an image. */
  page: number
  width: number
  height: number
  picture_hash: string
}

export interface DocumentPageTable {
  hash: string
  number: number
  width: number
  height: number
  text: string
  search_text: string
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
  /** The listener of the organization that this is the part of, in its workspace. */
  organization_listener_id: Generated<string | null>
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
}

/** One delivery attempt and its outcome. */
export interface DeliveryTable {
  /** The listener of the organization, if it was one of its parts. */
  listener_id: string
  /** Only for the listener of an organization: the workspace of the event. Null for a test. */
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

export interface JobTable {
  id: Generated<number>
  name: string
  key: string
  payload: string
  /** waiting, behind another of its key, running, done or dead. */
  state: Generated<string>
  run_at: string
  attempts: Generated<number>
  leased_until: string | null
  /** The worker that runs it. */
  lease_owner: Generated<string | null>
  last_error: string | null
  /** The organization that caused it, for a fair order; null if there is none. */
  organization_id: Generated<number | null>
  created_at: string
  finished_at: Generated<string | null>
}

export interface SigningKeyTable {
  kid: string
  private_jwk: string
  public_jwk: string
  created_at: string
}

export interface GrantTable {
  id: string
  user_id: number
  /** The application that holds its tokens; null for personal tokens and browser sessions. */
  client_id: string | null
  kind: 'personal' | 'oauth' | 'session'
  name: string
  created_at: string
  expires_at: string
  revoked_at: string | null
  /** Scopes separated by blanks. */
  scope: Generated<string>
  /** The grant of the token that this one was created with; it ends with that one. */
  parent_id: Generated<string | null>
  /** The only workspace it gives access to; null for no restriction. */
  workspace_id: Generated<number | null>
  /** The hash of a personal token. Tokens of other grants are signed and not stored. */
  token_hash: Generated<string | null>
  last_used_at: Generated<string | null>
  /** The resource that its tokens are for (RFC 8707); null for the API. */
  resource: Generated<string | null>
}

export interface ApplicationTable extends Times {
  client_id: string
  /** Null if it registered itself. */
  user_id: number | null
  name: string
  /** Empty for a public client. */
  secret_hash: string
  redirect_uris: string
  whitelisted_domains: string
  require_pkce: number
  allow_implicit: number
  /**
   * How it got here: created by its owner, registered by itself, described by the document at its client_id, or part of
   * every installation.
   */
  source: Generated<'owner' | 'registration' | 'document' | 'builtin'>
  /** `none` for a public client. */
  auth_method: Generated<'client_secret_basic' | 'client_secret_post' | 'none'>
  bot_user_id: Generated<number | null>
  /** When the document at its client_id was read. */
  fetched_at: Generated<string | null>
  /** When it was last allowed by a user or got a token, to the hour. */
  last_used_at: Generated<string | null>
  /** The network address it registered itself from, for the limit. */
  registered_from: Generated<string | null>
}

export interface IdempotencyKeyTable {
  user_id: number
  path: string
  key: string
  body_hash: string
  status: number
  reply: string
  created_at: string
}

export interface AuditEntryTable {
  id: string
  organization_id: number
  /** Null for the operator. */
  actor_id: number | null
  action: string
  subject_type: string
  subject_id: string
  subject_name: string
  changes: string
  created_at: string
}

/** A file made of a workspace for one user. */
export interface ExportTable {
  id: string
  workspace_id: number
  user_id: number
  /** Of the token that asked for it: its rights count when the file is made. */
  grant_id: string
  format: string
  /** The options of the request, as JSON. */
  options: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** Percent. */
  progress: number
  /** The file; null until it is done. */
  hash: string | null
  mime: string | null
  name: string | null
  size: number | null
  /** Why it failed. */
  error: string | null
  created_at: string
  updated_at: string
  /** When the file and the row are removed. */
  expires_at: string
}

export interface SessionTable {
  /** The hash of the cookie value. */
  id: string
  user_id: number
  /** The grant of the tokens issued to its pages; revoking it ends the session. */
  grant_id: string
  created_at: string
  last_seen_at: string
  expires_at: string
  user_agent: string
  address: string
  /** When the user last entered a password or another factor. */
  authenticated_at: string
  /** The account at a single sign-on provider, if the session was started there. */
  identity_issuer: Generated<string | null>
  identity_subject: Generated<string | null>
  /** The provider's id of its session. */
  identity_session: Generated<string | null>
  /** The provider's ID token, needed to sign out there. */
  identity_token: Generated<string | null>
}

export interface AuthorizationCodeTable {
  hash: string
  client_id: string
  user_id: number
  redirect_uri: string
  code_challenge: string | null
  expires_at: string
  used_at: string | null
  /** The grant created with the code; it is revoked if the code is used again. */
  grant_id: string | null
  scope: Generated<string>
  /** The resource that the application asked for (RFC 8707). */
  resource: Generated<string | null>
}

export interface DeviceCodeTable {
  hash: string
  user_code_hash: string
  client_id: string
  scope: string
  /** The resource that the application asked for (RFC 8707). */
  resource: string | null
  /** Where the request came from, which the person who decides is shown. */
  address: string
  /** The network of the address, for the limit. */
  network: string
  state: 'waiting' | 'allowed' | 'denied' | 'used'
  /** Who decided. */
  user_id: number | null
  /** How long the program has to wait between two attempts. */
  interval_seconds: number
  polled_at: string | null
  created_at: string
  expires_at: string
}

export interface RefreshTokenTable {
  hash: string
  grant_id: string
  created_at: string
  used_at: string | null
}

export interface WhitelistingTable {
  organization_id: number
  client_id: string
  /** The user who allowed it. */
  user_id: number
  created_at: string
}

export interface MailedLinkTable {
  hash: string
  purpose: 'invitation' | 'password' | 'email' | 'recovery'
  user_id: number
  organization_id: number | null
  expires_at: string
  used_at: string | null
  /** The new address that an `email` link proves. */
  email: Generated<string | null>
}

/** An account at a single sign-on provider. */
export interface ExternalIdentityTable {
  issuer: string
  subject: string
  user_id: number
  email: string
  created_at: string
  last_used_at: string
}

export interface PasskeyTable {
  /** The credential id, base64url. */
  id: string
  user_id: number
  /** COSE, base64url. */
  public_key: string
  counter: number
  /** A JSON list. */
  transports: string
  name: string
  created_at: string
  last_used_at: string | null
}

/** A browser that a user has signed in with, recognized by a cookie. */
export interface KnownDeviceTable {
  user_id: number
  hash: string
  user_agent: string
  address: string
  created_at: string
  last_seen_at: string
}

/** A step of signing in that the browser has to finish. */
export interface SignInChallengeTable {
  hash: string
  purpose: string
  user_id: number | null
  /** JSON. */
  data: string
  expires_at: string
}

/** Mail that one person caused to another, counted against the limits. */
export interface CausedMailTable {
  id: string
  sender_id: number | null
  organization_id: number | null
  recipient: string
  created_at: string
}

/** A published state of a workspace. */
export interface SnapshotTable {
  id: string
  workspace_id: number
  /** 'made' while its pages are written, then 'shown', and 'past' once another has replaced it. */
  state: 'made' | 'shown' | 'past'
  /** In percent. */
  progress: number
  /** The seq of the log at which it was taken. */
  seq: number
  name: string
  description: string
  objects_count: number
  /** Null if there are no objects. */
  left_x: number | null
  top_y: number | null
  right_x: number | null
  bottom_y: number | null
  /** The version of its content: incremented when snapshots contain more than before. */
  edition: number
  /** Its texts in reading order, as a JSON list. */
  outline: string
  published_at: string
  created_at: string
}

/** A part of a snapshot: objects that are near each other. */
export interface SnapshotPageTable {
  snapshot_id: string
  page: number
  objects_count: number
  left_x: number
  top_y: number
  right_x: number
  bottom_y: number
  /** The objects as they are stored, with their kind. */
  data: string
}

/** A picture of a workspace or of its snapshot. */
export interface PreviewTable {
  workspace_id: number
  /** `board`, or the id of a snapshot. */
  subject: string
  sort: string
  snapshot_id: string | null
  /** The seq of the log at which it was drawn. */
  seq: number
  hash: string
  mime: string
  drawn_at: string
}

/** The result of checking the page that a browser object shows. */
export interface WebPageTable {
  /** The hash of the URL in the object: a URL may be too long for an index. */
  url_hash: string
  /** The URL after redirects. */
  url: string
  framing: 'allowed' | 'refused' | 'unknown'
  reason: string
  title: string
  picture_hash: string | null
  picture_width: number | null
  picture_height: number | null
  icon_hash: string | null
  icon_width: number | null
  icon_height: number | null
  checked_at: string
}

/** A board file on its way into a workspace. */
export interface ImportTable extends Times {
  id: string
  workspace_id: number
  user_id: number
  /** What its token rests on; checked with every part that is written. */
  grant_id: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  format: ImportFormat | null
  name: string
  /** Where its top left corner goes; null for free space. */
  x: number | null
  y: number | null
  source_hash: string
  /** The changes that were read from the file; null until it has been read. */
  prepared_hash: string | null
  /** How often a child process was started to read the file. */
  tries: Generated<number>
  part_count: Generated<number>
  /** At least these parts are on the board. */
  parts_done: Generated<number>
  /** How many objects lie on the board. Their ids follow from the id of the import. */
  placed: Generated<number>
  /** JSON. */
  report: string | null
  error: string | null
  error_code: ImportError | null
}

/** What a migration has left to be done in the background. */
export interface MigrationStepTable {
  /** Migration and step, such as `0042-word-counts/count`. */
  name: string
  /** Where the next batch continues; null at the beginning and at the end. */
  position: string | null
  rows_done: number
  started_at: string | null
  finished_at: string | null
}
