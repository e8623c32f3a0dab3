// The types of requests and responses, so that users of the client need no other import.

import type {
  ActiveUser as ActiveUserSchema,
  ApplicationRole as ApplicationRoleSchema,
  Application as ApplicationSchema,
  AuditEntry as AuditEntrySchema,
  Authorization as AuthorizationSchema,
  Comment as CommentSchema,
  Delivery as DeliverySchema,
  DocumentPage as DocumentPageSchema,
  Listener as ListenerSchema,
  ObjectRecord,
  Operations,
  OrganizationListItem as OrganizationListItemSchema,
  OrganizationMember as OrganizationMemberSchema,
  OrganizationRole as OrganizationRoleSchema,
  Organization as OrganizationSchema,
  Passkey as PasskeySchema,
  ReplyOf,
  SecondFactors as SecondFactorsSchema,
  Session as SessionSchema,
  Token as TokenSchema,
  User as UserSchema,
  WebPage as WebPageSchema,
  WhitelistedApplication as WhitelistedApplicationSchema,
  WhitelistingOrganization as WhitelistingOrganizationSchema,
  WorkspaceRole as WorkspaceRoleSchema,
  Workspace as WorkspaceSchema,
  WorkspaceUser as WorkspaceUserSchema,
} from '@tessera/contract'

type Static<Schema> = ReplyOf<{ reply: Schema }>

export type Note = ObjectRecord<'note'>
export type Text = ObjectRecord<'text'>
export type Image = ObjectRecord<'image'>
export type Document = ObjectRecord<'document'>
/** A rendered page of a document. */
export type DocumentPage = Static<typeof DocumentPageSchema>
export type Browser = ObjectRecord<'browser'>
/** The web page that a browser object shows. */
export type WebPage = Static<typeof WebPageSchema>
export type Canvas = ObjectRecord<'canvas'>
export type Stroke = ObjectRecord<'stroke'>
export type Comment = Static<typeof CommentSchema>
export type Workspace = Static<typeof WorkspaceSchema>
export type WorkspaceRole = Static<typeof WorkspaceRoleSchema>
export type WorkspaceUser = Static<typeof WorkspaceUserSchema>
export type ActiveUser = Static<typeof ActiveUserSchema>
export type Organization = Static<typeof OrganizationSchema>
export type OrganizationListItem = Static<typeof OrganizationListItemSchema>
export type OrganizationMember = Static<typeof OrganizationMemberSchema>
export type OrganizationRole = Static<typeof OrganizationRoleSchema>
export type User = Static<typeof UserSchema>
export type ApplicationRole = Static<typeof ApplicationRoleSchema>
export type Listener = Static<typeof ListenerSchema>
export type Delivery = Static<typeof DeliverySchema>
export type Application = Static<typeof ApplicationSchema>
export type Token = Static<typeof TokenSchema>
export type SecondFactors = Static<typeof SecondFactorsSchema>
export type Passkey = Static<typeof PasskeySchema>
export type Session = Static<typeof SessionSchema>
export type WhitelistedApplication = Static<typeof WhitelistedApplicationSchema>
export type WhitelistingOrganization = Static<typeof WhitelistingOrganizationSchema>
export type Authorization = Static<typeof AuthorizationSchema>
export type AuditEntry = Static<typeof AuditEntrySchema>
/** An object of any kind, as the list of all objects has it. */
export type AnyObject = ReplyOf<Operations['objects']['list']>['objects'][number]
/** An entry of a workspace's log. */
export type Event = ReplyOf<Operations['events']['list']>['events'][number]
