// The challenge that a passkey signs. It is derived from the secret in the browser's cookie and from the time, so that
// showing a page stores nothing; a challenge that was used is remembered until it expires.

import { createHmac, timingSafeEqual } from 'node:crypto'

/** A sign-in page may stay open for a while before it is used. */
export const passkeyChallengeMs = 60 * 60 * 1000

/** `browserKey` is derived from the cookie (BrowserState). */
export function newPasskeyChallenge(browserKey: string, now: string): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(Date.parse(now)))
  return Uint8Array.from([...time, ...macOf(browserKey, time)])
}

/** Whether the challenge, as base64url, was made for this browser and has not expired. */
export function isPasskeyChallenge(challenge: string, browserKey: string, now: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 40) return false
  const time = bytes.subarray(0, 8)
  const age = Date.parse(now) - Number(time.readBigUInt64BE())
  return age >= 0 && age < passkeyChallengeMs && timingSafeEqual(bytes.subarray(8), macOf(browserKey, time))
}

const macOf = (browserKey: string, time: Buffer): Buffer => createHmac('sha256', browserKey).update(time).digest()
