// The tables of applications and what they are authorized to do.

import type { Generated } from 'kysely'
import type { Times } from './times.ts'

export interface ApplicationTable extends Times {
  client_id: string
  /** Null if the application registered itself. */
  user_id: number | null
  name: string
  /** Empty for a public client. */
  secret_hash: string
  redirect_uris: string
  whitelisted_domains: string
  require_pkce: number
  allow_implicit: number
  /**
   * The origin of the application: created by its owner, registered by itself, described by the document at its
   * client_id, or part of every installation.
   */
  source: Generated<'owner' | 'registration' | 'document' | 'builtin'>
  /** `none` for a public client. */
  auth_method: Generated<'client_secret_basic' | 'client_secret_post' | 'none'>
  bot_user_id: Generated<number | null>
  /** When the document at its client_id was read. */
  fetched_at: Generated<string | null>
  /** When a user last authorized it or it last got a token, to the hour. */
  last_used_at: Generated<string | null>
  /** The network address from which it registered itself, for the limit. */
  registered_from: Generated<string | null>
  /** The most scopes that its tokens can have: those of the token that created it. Null for all. */
  scope: Generated<string | null>
  /** What was created with tokens and ends with them (JSON): the application itself, its secret, bot or redirect URIs. */
  token_parts: Generated<string>
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
  /** The origin of the request, which is shown to the person who decides. */
  address: string
  /** The network of the address, for the limit. */
  network: string
  state: 'waiting' | 'allowed' | 'denied' | 'used'
  /** The user who decided. */
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
