// How often something may be tried. An attempt counts from the moment it begins, so that many at once are no way around, and
// is taken back when it succeeds. Counted in the database, which all processes share.

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
const mostFailures = 5

export type Attempt =
  | { readonly isAllowed: true; readonly ids: readonly string[] }
  | { readonly isAllowed: false; readonly retryAfterSeconds: number }

/** Whether an account exists makes no difference to its key. */
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

/** It was no failure after all. */
export const forgetAttempt = (tx: Tx, ids: readonly string[]): Promise<void> => deleteFailures(tx, ids)

/** Who has shown who they are begins anew. Failures of an address stay: others may have made them. */
export const forgetFailuresOf = (tx: Tx, email: string): Promise<void> => deleteFailuresOf(tx, accountKey(email))

/** Until the fifth last failure is so old that it no longer counts. */
function waitSeconds(newestFirst: readonly string[], now: string): number {
  const decisive = newestFirst[mostFailures - 1]
  if (decisive === undefined) return 0
  return Math.max(1, Math.ceil((Date.parse(decisive) + windowMs - Date.parse(now)) / 1000))
}

/** Whoever has one address of version 6 has all that share its first half. */
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
