// Time-based one-time codes (RFC 6238): SHA-1, 6 digits, 30 seconds, which is what every authenticator app supports.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
/** Clocks differ: the codes before and after the current one are accepted as well. */
const stepsAround = [0, -1, 1]

/** Base32, as authenticator apps expect it. 160 bits, the length of the hash. */
export const newTotpSecret = (): string => toBase32(randomBytes(20))

/**
 * Does the same for a browser that sets up an app while it signs in: the secret is derived from its key, so that
 * nothing is stored yet.
 */
export const totpSecretFrom = (browserKey: string): string =>
  toBase32(createHmac('sha256', browserKey).update('totp').digest().subarray(0, 20))

export const totpStepAt = (now: string): number => Math.floor(Date.parse(now) / stepMs)

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) as number) & 0x0f) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Returns the time step that the code belongs to, or null if the code is wrong. */
export function findTotpStep(secret: string, code: string, now: string): number | null {
  const typed = Buffer.from(code.replaceAll(/\s/g, ''))
  const isCode = (step: number) => {
    const expected = Buffer.from(totpCode(secret, step))
    return typed.length === expected.length && timingSafeEqual(typed, expected)
  }
  const offset = stepsAround.find(steps => isCode(totpStepAt(now) + steps))
  return offset === undefined ? null : totpStepAt(now) + offset
}

export function totpUrl(secret: string, email: string): string {
  const issuer = 'Tessera'
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${new URLSearchParams({ secret, issuer })}`
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}
