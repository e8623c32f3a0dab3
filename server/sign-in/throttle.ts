// Limits attempts: 5 failures in 15 minutes. An attempt counts as a failure from the moment it begins, so that concurrent
// attempts cannot get around the limit, and is cancelled when it succeeds. Counted in the database, which all processes
// share.

import { isIPv6 } from 'node:net'
import type { Database, Tx } from '../db/database.ts'
import { emailKey } from '../identity/email-key.ts'
import { hashSecret, newObjectId } from '../ids.ts'
import {
  deleteFailures,
  deleteFailuresOf,
  deleteOldFailures,
  insertFailure,
  listFailureTimes,
  lockFailures,
} from './sign-in-failure-store.ts'

const windowMs = 15 * 60 * 1000
const maxFailures = 5

export type Attempt =
  | { readonly isAllowed: true; readonly ids: readonly string[] }
  | { readonly isAllowed: false; readonly retryAfterSeconds: number }

/** Derived from the email alone, so that unknown accounts are throttled like known ones. */
export const accountKey = (email: string) => `account:${hashSecret(emailKey(email))}`
export const mailKey = (email: string) => `mail:${hashSecret(emailKey(email))}`
export const addressKey = (address: string) => `address:${networkOf(address)}`

export const beginAttempt = (db: Database, keys: readonly string[], now: string): Promise<Attempt> =>
  db.write(async tx => {
    await lockFailures(tx)
    const since = new Date(Date.parse(now) - windowMs).toISOString()
    await deleteOldFailures(tx, since)
    const waits = await Promise.all(keys.map(async key => waitSeconds(await listFailureTimes(tx, key, since), now)))
    const retryAfterSeconds = Math.max(...waits)
    if (retryAfterSeconds > 0) return { isAllowed: false, retryAfterSeconds }
    const ids = keys.map(() => newObjectId())
    for (const [index, key] of keys.entries()) await insertFailure(tx, { id: ids[index] as string, key, at: now })
    return { isAllowed: true, ids }
  })

/** The attempt was not a failure. */
export const cancelAttempt = (tx: Tx, ids: readonly string[]): Promise<void> => deleteFailures(tx, ids)

/** After a successful sign-in. Failures counted against a network address stay: other people may have caused them. */
export const clearFailuresOf = (tx: Tx, email: string): Promise<void> => deleteFailuresOf(tx, accountKey(email))

/** Seconds until the fifth-newest failure leaves the window. */
function waitSeconds(newestFirst: readonly string[], now: string): number {
  const decisive = newestFirst[maxFailures - 1]
  if (decisive === undefined) return 0
  return Math.max(1, Math.ceil((Date.parse(decisive) + windowMs - Date.parse(now)) / 1000))
}

/** An IPv6 user usually controls a whole /64 network, so it counts as one address. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1] as string
  if (!isIPv6(address)) return address
  const [before = '', after] = (address.split('%')[0] as string).split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const middle = after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const groups = [...head, ...middle, ...tail].slice(0, 4)
  return `${groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
