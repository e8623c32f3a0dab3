// Delivery to listeners: the progress and lease of each, and the outcome of every attempt. Deliveries have no foreign
// key: those of a deleted listener are swept in steps, because there may be very many.

import { type Kysely, sql } from 'kysely'

export const name = '0007-delivery'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  'alter table listeners add column version integer not null default 1',
  'alter table listeners add column attempts integer not null default 0',
  'alter table listeners add column due_at text',
  'alter table listeners add column lease_owner text',
  'alter table listeners add column leased_until text',
  'create index listeners_by_turn on listeners (due_at) where due_at is not null',
  'create index listeners_by_lease on listeners (lease_owner) where lease_owner is not null',
  `create table deliveries (
     listener_id text not null, id text not null, cause text not null, event_id text not null, type text not null,
     seq integer not null, event_at text not null, attempt integer not null, url text not null, created_at text not null,
     duration_ms integer not null, status integer, error text, response text not null,
     primary key (listener_id, id))`,
]
