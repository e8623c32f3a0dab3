// Identifiers and secrets. Object ids sort by creation time; everything else is random.

import { createHash, randomBytes, randomInt } from 'node:crypto'

const processPart = randomBytes(4).toString('hex')
let lastTick = 0
let tickPart = ''
let counter = 0

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** 24 lower-case hex characters: milliseconds (12), a counter within one (4), random for each process (8). */
export function newObjectId(now = Date.now()): string {
  // Ids stay ordered if the clock stops or goes back, and if the counter overflows.
  if (now > lastTick || counter === 0xffff) {
    lastTick = Math.max(now, lastTick + 1)
    tickPart = lastTick.toString(16).padStart(12, '0')
    counter = 0
  } else counter += 1
  return tickPart + hex[counter >> 8] + hex[counter & 0xff] + processPart
}

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 20 random characters. */
export const newUid = (): string =>
  Array.from({ length: 20 }, () => alphanumeric[randomInt(alphanumeric.length)]).join('')

/**
 * Random, so that the id of a user does not tell when the account was made. Larger than the ids that were given in
 * sequence once, and below `maxId`.
 */
export const newUserId = (): number => randomInt(1_000_000_000, 2_000_000_000)

export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** Only the hash of a secret is stored, from which the secret cannot be recovered. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
