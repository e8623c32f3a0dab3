// The SQL of deliveries: the attempts and the responses of the receivers, retained for 30 days.

import { sql } from 'kysely'
import type { DeliveryTable } from '../../platform/schema/index.ts'
import { insertRows, type Reader, type Tx } from '../../platform/sql/index.ts'

const columns = {
  listener_id: 'text',
  workspace_id: 'integer',
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

/** A row may exist already if an earlier transaction was committed but its confirmation was lost. */
export const insertDeliveries = (tx: Tx, list: readonly DeliveryTable[]) =>
  insertRows(tx, 'deliveries', columns, list, { ignoreExisting: true })

/** Includes the uid of the workspace, for an organization listener. */
export type DeliveryRow = DeliveryTable & { readonly workspace_uid: string | null }

/** Lists the newest first, before the given id. */
export const listDeliveries = (
  db: Reader,
  listener_id: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<DeliveryRow[]> =>
  deliveriesOf(db, listener_id)
    .$if(before !== undefined, query => query.where('deliveries.id', '<', before as string))
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .execute()

export const findDelivery = (db: Reader, listener_id: string, id: string): Promise<DeliveryRow | undefined> =>
  deliveriesOf(db, listener_id).where('deliveries.id', '=', id).executeTakeFirst()

const deliveriesOf = (db: Reader, listener_id: string) =>
  db
    .selectFrom('deliveries')
    .leftJoin('workspaces', 'workspaces.id', 'deliveries.workspace_id')
    .selectAll('deliveries')
    .select('workspaces.uid as workspace_uid')
    .where('deliveries.listener_id', '=', listener_id)

/** Returns the next listener id with deliveries, and whether that listener still exists; null after the last. */
export async function findNextWithDeliveries(
  db: Reader,
  after: string,
): Promise<{ id: string; exists: boolean } | null> {
  const found = await sql<{ id: string | null; does_exist: number }>`
    select d.id, case when l.id is null then 0 else 1 end as does_exist
    from (select min(listener_id) as id from deliveries where listener_id > ${after}) as d
    left join (select id from listeners union all select id from organization_listeners) as l on l.id = d.id`.execute(
    db,
  )
  const [row] = found.rows
  return row && row.id !== null ? { id: row.id, exists: row.does_exist === 1 } : null
}

/** Deletes up to `limit` deliveries of a listener with ids before the given one. Returns how many. */
export async function deleteDeliveries(tx: Tx, listener_id: string, before: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries where listener_id = ${listener_id} and id in
      (select id from deliveries where listener_id = ${listener_id} and id < ${before} order by id limit ${limit})`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Deletes up to `limit` deliveries of a workspace's listeners. Returns how many. */
export async function eraseDeliveries(tx: Tx, workspace_id: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries where (listener_id, id) in
      (select d.listener_id, d.id from listeners l join deliveries d on d.listener_id = l.id
       where l.workspace_id = ${workspace_id}
       union all select listener_id, id from deliveries where workspace_id = ${workspace_id} limit ${limit})`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
