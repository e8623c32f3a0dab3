// Answers kept for a day under the key their client sent, written in the transaction of the deed they answer.

import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { rows } from '../db/rows.ts'
import { insertRows } from '../db/write-rows.ts'

export interface Key {
  user_id: number
  path: string
  key: string
}

export interface Answer extends Key {
  body_hash: string
  status: number
  reply: string
  created_at: string
}

const keyTypes = { user_id: 'integer', path: 'text', key: 'text' } as const
const answerTypes = { ...keyTypes, body_hash: 'text', status: 'integer', reply: 'text', created_at: 'text' } as const

export async function findAnswers(db: Reader, keys: readonly Key[], since: string): Promise<Answer[]> {
  if (keys.length === 0) return []
  const found = await sql<Answer>`
    select a.* from ${rows(db, keyTypes, keys)} as k
    join idempotency_keys a on a.user_id = k.user_id and a.path = k.path and a.key = k.key
    where a.created_at >= ${since}`.execute(db)
  return found.rows
}

/** Says how many were kept: fewer than given where somebody else answered one of the keys first. */
export async function insertAnswers(tx: Tx, answers: readonly Answer[], since: string): Promise<number> {
  if (answers.length === 0) return 0
  await sql`delete from idempotency_keys where created_at < ${since} and (user_id, path, key) in
    (select k.user_id, k.path, k.key from ${rows(tx, keyTypes, answers)} as k)`.execute(tx)
  return await insertRows(tx, 'idempotency_keys', answerTypes, answers, { ignoreExisting: true })
}

export const deleteAnswersBefore = (tx: Tx, time: string) =>
  tx.deleteFrom('idempotency_keys').where('created_at', '<', time).execute()
