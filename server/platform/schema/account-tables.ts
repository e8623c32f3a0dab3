// The tables of people, their sessions, tokens and second factors.

import type { Language } from '@tessera/contract/languages'
import type { Generated } from 'kysely'
import type { Times } from './times.ts'

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
  /** When the user last entered a password or another factor; empty if that is not known. */
  authenticated_at: string
  /** The account at a single sign-on provider, if the session was started there. */
  identity_issuer: Generated<string | null>
  identity_subject: Generated<string | null>
  /** The provider's id of its session. */
  identity_session: Generated<string | null>
  /** The provider's ID token, needed to sign out there. */
  identity_token: Generated<string | null>
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
  /** Scopes separated by spaces. */
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

export interface SigningKeyTable {
  kid: string
  private_jwk: string
  public_jwk: string
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

/** An account at a single sign-on provider. */
export interface ExternalIdentityTable {
  issuer: string
  subject: string
  user_id: number
  email: string
  created_at: string
  last_used_at: string
}
