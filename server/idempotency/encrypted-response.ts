// Answers that may hold secrets, which are shown once: what is kept of them can be read only with the key that the client
// sent: the key itself is kept as a hash, the answer under a cipher that is derived from it.

import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export const hashOfKey = (key: string): string => hash('sha256', key, 'base64url')

/** Others are kept as the JSON they are. */
export const isEncrypted = (kept: string): boolean => !kept.startsWith('{')

export function encryptResponse(key: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, cipherKey(key), nonce)
  const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), body]).toString('base64')
}

export function decryptResponse(key: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const opening = createDecipheriv(cipher, cipherKey(key), bytes.subarray(0, nonceBytes))
  opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]).toString('utf8')
}

const cipherKey = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'kept answer', 32))
