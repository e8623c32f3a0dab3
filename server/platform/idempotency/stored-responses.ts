// Idempotency keys: a request with the same key and body within a day gets the stored response and changes nothing.

import { Problem } from '@tessera/contract'
import type { Database, Reader, Tx } from '../sql/index.ts'
import { decryptResponse, encryptResponse, hashOfKey, isEncrypted } from './encrypted-response.ts'
import {
  deleteResponsesBefore,
  findResponses,
  insertResponses,
  type Key,
  type StoredResponse,
} from './idempotency-store.ts'
import { type IdempotentCall, Replayed } from './idempotent-call.ts'

const dayMs = 24 * 60 * 60 * 1000

const since = (now: string) => new Date(Date.parse(now) - dayMs).toISOString()

const nameOf = ({ user_id, path, key }: Key) => `${user_id}\n${path}\n${key}`

/** Returns for each call its stored response, a problem if the body differs, or null if the key is new. */
export async function findReplays(
  db: Reader,
  calls: readonly IdempotentCall[],
  now: string,
): Promise<(Replayed | Problem | null)[]> {
  const keys = calls.map(({ user_id, path, key }) => ({ user_id, path, key: hashOfKey(key) }))
  const found = new Map((await findResponses(db, keys, since(now))).map(response => [nameOf(response), response]))
  return calls.map((call, index) => {
    const stored = found.get(nameOf(keys[index] as Key))
    if (!stored) return null
    if (stored.body_hash === call.body_hash) return new Replayed(stored.status, readable(call.key, stored.reply))
    return new Problem('UnprocessableContent', 'This Idempotency-Key was already used with a different body')
  })
}

/** Returns the stored response of one call. Throws if the body differs. */
export async function findStoredResponse(db: Reader, call: IdempotentCall, now: string): Promise<Replayed | null> {
  const [replay = null] = await findReplays(db, [call], now)
  if (replay instanceof Problem) throw replay
  return replay
}

/** Another process has stored a response under the same key in the meantime: the transaction must run again. */
class KeyTaken extends Error {}

/** The reply as JSON. */
type AnsweredCalls = readonly { call: IdempotentCall; reply: string }[]

export async function storeResponses(tx: Tx, responses: AnsweredCalls, now: string): Promise<void> {
  const count = await insertResponses(tx, responsesOf(responses, now, encryptResponse), since(now))
  if (count < responses.length) throw new KeyTaken('another process stored a response under the same Idempotency-Key')
}

/**
 * For a caller who locked the workspaces before looking for stored responses, so that no other process can have stored
 * one. These responses hold only objects, which are in the database anyway, so they are not encrypted.
 */
export async function storeNewResponses(tx: Tx, responses: AnsweredCalls, now: string): Promise<void> {
  await insertResponses(tx, responsesOf(responses, now), since(now))
}

const responsesOf = (
  responses: AnsweredCalls,
  now: string,
  encrypt = (_key: string, text: string) => text,
): StoredResponse[] =>
  responses.map(({ call: { user_id, path, key, body_hash, status }, reply }) => {
    const stored = encrypt(key, reply)
    return { user_id, path, key: hashOfKey(key), body_hash, status, reply: stored, created_at: now }
  })

const readable = (key: string, reply: string) => (isEncrypted(reply) ? decryptResponse(key, reply) : reply)

/** Runs again if another process stored a response first: the second run finds it. */
export async function retryIfStoredMeanwhile<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof KeyTaken) return await run()
    throw error
  }
}

/** Responses older than a day are never used again. */
export const purgeStoredResponses = (db: Database, now = new Date()) =>
  db.write(tx => deleteResponsesBefore(tx, since(now.toISOString())))
