// The tables of the database, as types.

export type {
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
export type {
  CommentTable,
  DeliveryTable,
  EventTable,
  ListenerTable,
  ObjectLinkTable,
  ObjectTable,
  OrganizationListenerTable,
} from './board-tables.ts'
export type { DocumentPageTable, FilePictureTable, FileTable, ProcessedFileTable } from './file-tables.ts'
export type {
  OrganizationTable,
  OrganizationUserTable,
  WorkspaceTable,
  WorkspaceUserTable,
} from './organization-tables.ts'
export type {
  ExportTable,
  ImportTable,
  PreviewTable,
  SnapshotPageTable,
  SnapshotTable,
  WebPageTable,
} from './picture-tables.ts'
export type {
  ApplicationTable,
  AuthorizationCodeTable,
  DeviceCodeTable,
  RefreshTokenTable,
  WhitelistingTable,
} from './program-tables.ts'
export type { Schema } from './schema.ts'
export type { MigrationStepTable } from './system-tables.ts'
