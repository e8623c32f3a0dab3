// Device codes (RFC 8628): requests of programs without a browser, until a person has decided and the program has its
// tokens. Both codes are stored as hashes.

import { type Kysely, sql } from 'kysely'

export const name = '0026-device-codes'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  `create table device_codes (
     hash text primary key, user_code_hash text not null unique,
     client_id text not null references applications (client_id) on delete cascade,
     scope text not null, resource text, address text not null, network text not null,
     state text not null, user_id integer references users (id) on delete cascade,
     interval_seconds integer not null, polled_at text, created_at text not null, expires_at text not null)`,
  'create index device_codes_by_age on device_codes (created_at)',
]
