// The challenge that a passkey signs: random, signed with a secret of the servers, and bound to the browser's cookie and the
// time, so that no browser can make one up for later, and showing a page stores nothing. A challenge that was used is
// remembered until it expires.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const lifeMs = 10 * 60 * 1000
/** How far the clocks of two servers may differ. */
const toleranceMs = 60 * 1000
/** How long a used challenge is remembered: as long as any server could accept it. */
export const rememberSeconds = (lifeMs + 2 * toleranceMs) / 1000

const [timeBytes, randomPartBytes, macBytes] = [8, 16, 32]

export interface ChallengeKeys {
  /** The secret of the servers. */
  readonly challengeKey: Uint8Array
  /** Derived from the cookie (BrowserState). */
  readonly browserKey: string
}

export function newPasskeyChallenge(keys: ChallengeKeys, now: string): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(timeBytes)
  time.writeBigUInt64BE(BigInt(Date.parse(now)))
  const content = Buffer.concat([time, randomBytes(randomPartBytes)])
  return Uint8Array.from([...content, ...macOf(keys, content)])
}

/** Whether the challenge, as base64url, was made for this browser by a server and has not expired. */
export function isPasskeyChallenge(challenge: string, keys: ChallengeKeys, now: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== timeBytes + randomPartBytes + macBytes) return false
  const content = bytes.subarray(0, -macBytes)
  const age = Date.parse(now) - Number(content.readBigUInt64BE())
  return age >= -toleranceMs && age < lifeMs && timingSafeEqual(bytes.subarray(-macBytes), macOf(keys, content))
}

const macOf = ({ challengeKey, browserKey }: ChallengeKeys, content: Buffer): Buffer =>
  createHmac('sha256', challengeKey)
    .update(JSON.stringify(['passkey', browserKey, content.toString('base64url')]))
    .digest()
