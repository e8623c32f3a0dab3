// Identifiers and secrets. Object ids sort by the time they were made; everything else is random.

import { randomBytes, randomInt } from 'node:crypto'

let lastTick = 0
let counter = 0
let node = randomBytes(4).toString('hex')

/** 24 lower-case hex characters: milliseconds (12), a counter within one (4), random per process and millisecond (8). */
export function newObjectId(now = Date.now()): string {
  if (now > lastTick) {
    lastTick = now
    counter = 0
    node = randomBytes(4).toString('hex')
  } else {
    counter += 1
    // A clock that stands still or goes back must not break the order, nor may the counter run over.
    if (counter > 0xffff) {
      lastTick += 1
      counter = 0
    }
  }
  return lastTick.toString(16).padStart(12, '0') + counter.toString(16).padStart(4, '0') + node
}

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 20 characters that nobody can guess. */
export const newUid = (): string =>
  Array.from({ length: 20 }, () => alphanumeric[randomInt(alphanumeric.length)]).join('')

export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url')
