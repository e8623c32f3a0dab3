// Keys that the service made for itself, one row each.

import type { Reader, Tx } from '../db/database.ts'

export const findSecret = (db: Reader, name: string) =>
  db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst()

/** Leaves a secret that is there already as it is. */
export const insertSecret = (tx: Tx, name: string, value: string) =>
  tx
    .insertInto('secrets')
    .values({ name, value })
    .onConflict(conflict => conflict.doNothing())
    .execute()
