// Signing in: sessions, authorization codes, refresh tokens and mailed links. Secrets are stored only as hashes.

import { type Kysely, sql } from 'kysely'

export const name = '0002-sign-in'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const user = 'user_id integer not null references users (id) on delete cascade'
const client = 'client_id text not null references applications (client_id) on delete cascade'

const statements = [
  `create table sessions (
     id text primary key, ${user}, grant_id text not null references grants (id) on delete cascade,
     created_at text not null, last_seen_at text not null, expires_at text not null,
     user_agent text not null, address text not null)`,
  'create index sessions_by_user on sessions (user_id)',
  'create index sessions_by_grant on sessions (grant_id)',

  `create table authorization_codes (
     hash text primary key, ${client}, ${user}, redirect_uri text not null, code_challenge text,
     expires_at text not null, used_at text, grant_id text references grants (id) on delete cascade)`,
  'create index authorization_codes_by_age on authorization_codes (expires_at)',

  `create table refresh_tokens (
     hash text primary key, grant_id text not null references grants (id) on delete cascade,
     created_at text not null, used_at text)`,
  'create index refresh_tokens_by_grant on refresh_tokens (grant_id)',
  'create index grants_by_client on grants (client_id) where client_id is not null',

  `create table whitelistings (
     organization_id integer not null references organizations (id) on delete cascade, ${client}, ${user},
     created_at text not null, primary key (organization_id, client_id))`,
  'create index whitelistings_by_client on whitelistings (client_id)',

  'create table sign_in_failures (id text primary key, key text not null, at text not null)',
  'create index sign_in_failures_by_key on sign_in_failures (key, at)',
  'create index sign_in_failures_by_age on sign_in_failures (at)',

  `create table mailed_links (
     hash text primary key, purpose text not null, ${user},
     organization_id integer references organizations (id) on delete cascade,
     expires_at text not null, used_at text)`,
  'create index mailed_links_by_user on mailed_links (user_id)',
]
