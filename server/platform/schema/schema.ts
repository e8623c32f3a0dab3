// The tables, as types for Kysely. Columns have the names of the API fields they store.
// Both engines store the same types: integers (0 and 1 for booleans), text (ISO 8601 for times, JSON for lists), reals.

import type {
  AuditEntryTable,
  CausedMailTable,
  ExternalIdentityTable,
  GrantTable,
  KnownDeviceTable,
  MailedLinkTable,
  PasskeyTable,
  SessionTable,
  SignInChallengeTable,
  SigningKeyTable,
  UserTable,
} from './account-tables.ts'
import type {
  CommentTable,
  DeliveryTable,
  EventTable,
  ListenerTable,
  ObjectLinkTable,
  ObjectTable,
  OrganizationListenerTable,
} from './board-tables.ts'
import type {
  DocumentPageTable,
  FilePictureTable,
  FileTable,
  ProcessedFileTable,
  UnusedFileTable,
} from './file-tables.ts'
import type {
  OrganizationTable,
  OrganizationUserTable,
  WorkspaceTable,
  WorkspaceUserTable,
} from './organization-tables.ts'
import type {
  ExportTable,
  ImportTable,
  PreviewTable,
  SnapshotPageTable,
  SnapshotTable,
  WebPageTable,
} from './picture-tables.ts'
import type {
  ApplicationTable,
  AuthorizationCodeTable,
  DeviceCodeTable,
  RefreshTokenTable,
  WhitelistingTable,
} from './program-tables.ts'
import type { IdempotencyKeyTable, JobTable, MigrationStepTable } from './system-tables.ts'

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
  /** The objects of a board after an event; complete once this row exists. */
  board_checkpoints: { workspace_id: number; seq: number; objects_count: number; created_at: string }
  /** The objects of the checkpoint in the order of their ids. */
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
