// Safely again: the same key and body within a day gets the first answer and changes nothing.

import { Problem } from '@tessera/contract'
import type { Database, Reader, Tx } from '../db/database.ts'
import { type IdempotentCall, Replayed } from '../handler.ts'
import { type StoredResponse, deleteResponsesBefore, findResponses, insertResponses, type Key } from './idempotency-store.ts'
import { hashOfKey, isEncrypted, encryptResponse, decryptResponse } from './encrypted-response.ts'

const dayMs = 24 * 60 * 60 * 1000

const since = (now: string) => new Date(Date.parse(now) - dayMs).toISOString()

const nameOf = ({ user_id, path, key }: Key) => `${user_id}\n${path}\n${key}`

/** For each call: the answer it was given before, a problem where its body differs, or null where it is new. */
export async function findReplays(
  db: Reader,
  calls: readonly IdempotentCall[],
  now: string,
): Promise<(Replayed | Problem | null)[]> {
  const kept = calls.map(({ user_id, path, key }) => ({ user_id, path, key: hashOfKey(key) }))
  const found = new Map((await findResponses(db, kept, since(now))).map(answer => [nameOf(answer), answer]))
  return calls.map((call, index) => {
    const answer = found.get(nameOf(kept[index] as Key))
    if (!answer) return null
    if (answer.body_hash === call.body_hash) return new Replayed(answer.status, readable(call.key, answer.reply))
    return new Problem('UnprocessableContent', 'This Idempotency-Key was used for a request with another body')
  })
}

/** The answer one call was given before. Throws where its body differs. */
export async function findStoredResponse(db: Reader, call: IdempotentCall, now: string): Promise<Replayed | null> {
  const [replay = null] = await findReplays(db, [call], now)
  if (replay instanceof Problem) throw replay
  return replay
}

/** Thrown where another server answered the same key in the meantime: the whole transaction is to be tried again. */
class KeyTaken extends Error {}

/** The reply as JSON. */
type Answered = readonly { call: IdempotentCall; reply: string }[]

export async function storeResponses(tx: Tx, answers: Answered, now: string): Promise<void> {
  const kept = await insertResponses(tx, answersOf(answers, now, encryptResponse), since(now))
  if (kept < answers.length) throw new KeyTaken('the same Idempotency-Key was answered at the same moment')
}

/**
 * For who has held the workspace that all of them are about since before they were looked for: nobody was quicker. They
 * tell nothing but objects, which the database holds anyway, so there is nothing to hide.
 */
export async function storeNewResponses(tx: Tx, answers: Answered, now: string): Promise<void> {
  await insertResponses(tx, answersOf(answers, now), since(now))
}

const answersOf = (answers: Answered, now: string, hide = (_key: string, text: string) => text): StoredResponse[] =>
  answers.map(({ call: { user_id, path, key, body_hash, status }, reply }) => {
    const kept = hide(key, reply)
    return { user_id, path, key: hashOfKey(key), body_hash, status, reply: kept, created_at: now }
  })

const readable = (key: string, reply: string) => (isEncrypted(reply) ? decryptResponse(key, reply) : reply)

/** Tries again where another server was quicker: the second time its answer is found. */
export async function retryIfStoredMeanwhile<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof KeyTaken) return await run()
    throw error
  }
}

/** What is older than a day is answered anew, so it need not be kept. */
export const purgeStoredResponses = (db: Database, now = new Date()) =>
  db.write(tx => deleteResponsesBefore(tx, since(now.toISOString())))
