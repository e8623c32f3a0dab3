// Encryption of stored responses, which may hold secrets that are shown only once. The cipher key is derived from the
// client's Idempotency-Key, which itself is stored only as a hash.

import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export const hashOfKey = (key: string): string => hash('sha256', key, 'base64url')

/** Responses that are not encrypted are JSON objects. */
export const isEncrypted = (stored: string): boolean => !stored.startsWith('{')

export function encryptResponse(key: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, cipherKey(key), nonce)
  const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([nonce, encryption.getAuthTag(), body]).toString('base64')
}

export function decryptResponse(key: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64')
  const decryption = createDecipheriv(cipher, cipherKey(key), bytes.subarray(0, nonceBytes))
  decryption.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decryption.update(bytes.subarray(nonceBytes + tagBytes)), decryption.final()]).toString('utf8')
}

const cipherKey = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'kept answer', 32))
