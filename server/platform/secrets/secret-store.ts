// The SQL of secret keys that the server created for itself, one row each. Values are sealed (sealed-secrets.ts).

import type { Reader, Tx } from '../sql/index.ts'

export const findSecret = (db: Reader, name: string) =>
  db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()

/** Keeps an existing secret. */
export const insertSecret = (tx: Tx, name: string, value: string) =>
  tx
    .insertInto('secrets')
    .values({ name, value })
    .onConflict(conflict => conflict.doNothing())
    .execute()

export const setSecret = (tx: Tx, name: string, value: string) =>
  tx
    .insertInto('secrets')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
