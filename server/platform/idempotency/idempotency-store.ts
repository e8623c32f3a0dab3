// Responses stored for a day under the client's Idempotency-Key, in the transaction of the request.

import { insertRows, type Reader, rowsStatement, type Tx } from '../sql/index.ts'

export interface Key {
  user_id: number
  path: string
  key: string
}

export interface StoredResponse extends Key {
  body_hash: string
  status: number
  reply: string
  created_at: string
}

const keyTypes = { user_id: 'integer', path: 'text', key: 'text' } as const
const responseTypes = { ...keyTypes, body_hash: 'text', status: 'integer', reply: 'text', created_at: 'text' } as const

const datedKeyTypes = { ...keyTypes, since: 'text' } as const
const dated = (keys: readonly Key[], since: string) =>
  keys.map(({ user_id, path, key }) => ({ user_id, path, key, since }))

const ofKey = 'idempotency_keys a on a.user_id = k.user_id and a.path = k.path and a.key = k.key'
const responsesOf = rowsStatement(
  datedKeyTypes,
  keys => `select a.* from ${keys} as k join ${ofKey} where a.created_at >= k.since`,
)
const deleteExpired = rowsStatement(
  datedKeyTypes,
  keys => `delete from idempotency_keys where (user_id, path, key) in
    (select a.user_id, a.path, a.key from ${keys} as k join ${ofKey} where a.created_at < k.since)`,
)

export const findResponses = async (db: Reader, keys: readonly Key[], since: string): Promise<StoredResponse[]> =>
  keys.length === 0 ? [] : await responsesOf<StoredResponse>(db, dated(keys, since))

/** Returns how many were stored: fewer than given if another process stored one of the keys first. */
export async function insertResponses(tx: Tx, responses: readonly StoredResponse[], since: string): Promise<number> {
  if (responses.length === 0) return 0
  await deleteExpired(tx, dated(responses, since))
  return await insertRows(tx, 'idempotency_keys', responseTypes, responses, { ignoreExisting: true })
}

export const deleteResponsesBefore = (tx: Tx, time: string) =>
  tx.deleteFrom('idempotency_keys').where('created_at', '<', time).execute()
