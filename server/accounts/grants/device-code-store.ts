// The SQL of device codes.

import type { Selectable } from 'kysely'
import type { DeviceCodeTable } from '../../platform/schema/index.ts'
import { lockTable, type Reader, type Tx } from '../../platform/sql/index.ts'

export type DeviceCodeRow = Selectable<DeviceCodeTable>

export async function insertDeviceCode(tx: Tx, row: DeviceCodeRow): Promise<void> {
  await tx.insertInto('device_codes').values(row).execute()
}

/** Other requests wait until the transaction ends, so that concurrent codes are counted. */
export const lockDeviceCodes = (tx: Tx): Promise<void> => lockTable(tx, 'device_codes')

/** Counts the codes requested since then, in total or from one network. */
export async function countDeviceCodes(tx: Tx, since: string, network: string | null): Promise<number> {
  const all = tx.selectFrom('device_codes').select(tx.fn.countAll<number>().as('count')).where('created_at', '>', since)
  const found = await (network === null ? all : all.where('network', '=', network)).executeTakeFirstOrThrow()
  return Number(found.count)
}

export const findDeviceCode = (db: Reader, user_code_hash: string): Promise<DeviceCodeRow | undefined> =>
  db.selectFrom('device_codes').selectAll().where('user_code_hash', '=', user_code_hash).executeTakeFirst()

/** Locks its row until the transaction ends, on either engine, so that a code is decided once and exchanged once. */
export const lockDeviceCode = (tx: Tx, hash: string): Promise<DeviceCodeRow | undefined> =>
  tx
    .updateTable('device_codes')
    .set(row => ({ state: row.ref('state') }))
    .where('hash', '=', hash)
    .returningAll()
    .executeTakeFirst()

export async function updateDeviceCode(
  tx: Tx,
  hash: string,
  columns: Partial<Pick<DeviceCodeRow, 'state' | 'user_id' | 'interval_seconds' | 'polled_at'>>,
): Promise<void> {
  await tx.updateTable('device_codes').set(columns).where('hash', '=', hash).execute()
}

export async function deleteOldDeviceCodes(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('device_codes').where('created_at', '<', before).execute()
}
