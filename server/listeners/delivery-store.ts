// The SQL of deliveries: what was sent to a listener, and what it answered. Kept for 30 days.

import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { DeliveryTable } from '../db/schema.ts'
import { insertRows } from '../db/write-rows.ts'

const columns = {
  listener_id: 'text',
  id: 'text',
  cause: 'text',
  event_id: 'text',
  type: 'text',
  seq: 'integer',
  event_at: 'text',
  attempt: 'integer',
  url: 'text',
  created_at: 'text',
  duration_ms: 'integer',
  status: 'integer',
  error: 'text',
  response: 'text',
} as const

/** One that is there already was written by a transaction whose end was not heard. */
export const insertDeliveries = (tx: Tx, list: readonly DeliveryTable[]) =>
  insertRows(tx, 'deliveries', columns, list, { ignoreExisting: true })

/** The newest first, from before the one given. */
export const listDeliveries = (
  db: Reader,
  listener_id: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<DeliveryTable[]> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('listener_id', '=', listener_id)
    .$if(before !== undefined, query => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findDelivery = (db: Reader, listener_id: string, id: string): Promise<DeliveryTable | undefined> =>
  db.selectFrom('deliveries').selectAll().where('listener_id', '=', listener_id).where('id', '=', id).executeTakeFirst()

/** The listener after the given one that has deliveries, and whether it is still there: null after the last. */
export async function findNextLogged(db: Reader, after: string): Promise<{ id: string; isThere: boolean } | null> {
  const found = await sql<{ id: string | null; is_there: number }>`
    select d.id, case when l.id is null then 0 else 1 end as is_there
    from (select min(listener_id) as id from deliveries where listener_id > ${after}) as d
    left join listeners l on l.id = d.id`.execute(db)
  const [row] = found.rows
  return row && row.id !== null ? { id: row.id, isThere: row.is_there === 1 } : null
}

/** Removes up to `most` deliveries of a listener, of ids before the one given: how many it removed. */
export async function deleteDeliveries(tx: Tx, listener_id: string, before: string, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries where listener_id = ${listener_id} and id in
      (select id from deliveries where listener_id = ${listener_id} and id < ${before} order by id limit ${most})`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Those of a workspace's listeners, up to `most`: how many it removed. */
export async function eraseDeliveriesOf(tx: Tx, workspace_id: number, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries where (listener_id, id) in
      (select d.listener_id, d.id from listeners l join deliveries d on d.listener_id = l.id
       where l.workspace_id = ${workspace_id} limit ${most})`.execute(tx)
  return Number(numAffectedRows)
}
