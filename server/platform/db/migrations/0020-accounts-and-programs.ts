// Addresses that are proven, second factors, single sign-on, scopes, and programs that register themselves.

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../sql/index.ts'

export const name = '0020-accounts-and-programs'

export async function up(tx: Kysely<unknown>, engine: Engine): Promise<void> {
  const statements = [...(engine === 'sqlite' ? sqliteApplications : postgresApplications), ...shared]
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const user = 'user_id integer not null references users (id) on delete cascade'
const allScopes = `'read comment write admin'`

// Applications that registered themselves have no owner. SQLite can only drop a constraint by rebuilding the table.
const sqliteApplications = [
  `create table new_applications (
     client_id text primary key, user_id integer references users (id) on delete cascade,
     name text not null, secret_hash text not null, redirect_uris text not null, whitelisted_domains text not null,
     require_pkce integer not null, allow_implicit integer not null, created_at text not null, updated_at text not null)`,
  `insert into new_applications
     select client_id, user_id, name, secret_hash, redirect_uris, whitelisted_domains, require_pkce, allow_implicit,
            created_at, updated_at
     from applications`,
  'drop table applications',
  'alter table new_applications rename to applications',
  'create index applications_by_user on applications (user_id)',
]
const postgresApplications = ['alter table applications alter column user_id drop not null']

const shared = [
  `alter table applications add column source text not null default 'owner'`,
  `alter table applications add column auth_method text not null default 'client_secret_basic'`,
  'alter table applications add column bot_user_id integer references users (id)',
  'alter table applications add column fetched_at text',
  'alter table applications add column last_used_at text',
  'alter table applications add column registered_from text',
  `create index applications_by_source on applications (source, created_at) where source <> 'owner'`,
  'create unique index applications_by_bot on applications (bot_user_id) where bot_user_id is not null',

  `alter table users add column type text not null default 'person'`,
  'alter table users add column pending_email text',
  'alter table users add column totp_secret text',
  'alter table users add column totp_enabled_at text',
  'alter table users add column totp_last_step integer not null default 0',

  `alter table grants add column scope text not null default ${allScopes}`,
  'alter table grants add column parent_id text references grants (id) on delete cascade',
  'alter table grants add column workspace_id integer references workspaces (id) on delete cascade',
  'alter table grants add column token_hash text',
  'alter table grants add column last_used_at text',
  'alter table grants add column resource text',
  'create index grants_by_parent on grants (parent_id) where parent_id is not null',
  'create index grants_by_workspace on grants (workspace_id) where workspace_id is not null',
  'create unique index grants_by_token on grants (token_hash) where token_hash is not null',

  `alter table authorization_codes add column scope text not null default ${allScopes}`,
  'alter table authorization_codes add column resource text',

  'alter table events add column via text',

  `alter table sessions add column authenticated_at text not null default ''`,
  'update sessions set authenticated_at = created_at',
  'alter table sessions add column identity_issuer text',
  'alter table sessions add column identity_subject text',
  'alter table sessions add column identity_session text',
  'alter table sessions add column identity_token text',
  'create index sessions_by_identity on sessions (identity_issuer, identity_subject) where identity_issuer is not null',

  'alter table mailed_links add column email text',

  `create table external_identities (
     issuer text not null, subject text not null, ${user}, email text not null,
     created_at text not null, last_used_at text not null, primary key (issuer, subject))`,
  'create index external_identities_by_user on external_identities (user_id)',

  `create table passkeys (
     id text primary key, ${user}, public_key text not null, counter integer not null, transports text not null,
     name text not null, created_at text not null, last_used_at text)`,
  'create index passkeys_by_user on passkeys (user_id)',

  `create table recovery_codes (
     hash text not null, ${user}, created_at text not null, used_at text, primary key (user_id, hash))`,

  `create table known_devices (
     hash text not null, ${user}, user_agent text not null, address text not null,
     created_at text not null, last_seen_at text not null, primary key (user_id, hash))`,

  // A step of signing in that the browser has to finish: a second factor, a passkey, or the return from a provider.
  `create table sign_in_challenges (
     hash text primary key, purpose text not null, user_id integer references users (id) on delete cascade,
     data text not null, expires_at text not null)`,
  'create index sign_in_challenges_by_age on sign_in_challenges (expires_at)',

  // Mail that one person caused to another, counted against the limits.
  `create table caused_mails (
     id text primary key, sender_id integer, organization_id integer, recipient text not null, created_at text not null)`,
  'create index caused_mails_by_sender on caused_mails (sender_id, created_at)',
  'create index caused_mails_by_organization on caused_mails (organization_id, created_at)',
  'create index caused_mails_by_recipient on caused_mails (recipient, created_at)',
  'create index caused_mails_by_age on caused_mails (created_at)',

  'alter table jobs add column organization_id integer',
  `create index jobs_by_organization on jobs (name, organization_id, run_at, id)
     where state = 'waiting' and organization_id is not null`,

  // The bytes of the files that a workspace holds.
  `create table workspace_storage (
     workspace_id integer primary key references workspaces (id) on delete cascade,
     organization_id integer not null, bytes bigint not null)`,
  'create index workspace_storage_by_organization on workspace_storage (organization_id, bytes)',
  `insert into workspace_storage
     select w.id, w.organization_id, sum(f.size) from workspaces w
     join workspace_files h on h.workspace_id = w.id join files f on f.hash = h.hash
     where w.erased_at is null group by w.id, w.organization_id`,
]
