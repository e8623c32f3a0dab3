// Answers that tell a secret, kept for whoever asks again with the same key: encrypted with that key, which is not kept.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const saltBytes = 16
const nonceBytes = 12
const tagBytes = 16
const headBytes = saltBytes + nonceBytes + tagBytes

export function sealAnswer(key: string, text: string): string {
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)]
  const cipher = createCipheriv(algorithm, derive(key, salt), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

export function openAnswer(key: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const salt = bytes.subarray(0, saltBytes)
  const nonce = bytes.subarray(saltBytes, saltBytes + nonceBytes)
  const tag = bytes.subarray(saltBytes + nonceBytes, headBytes)
  const decipher = createDecipheriv(algorithm, derive(key, salt), nonce, { authTagLength: tagBytes }).setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(headBytes)), decipher.final()]).toString('utf8')
}

const derive = (key: string, salt: Buffer) => Buffer.from(hkdfSync('sha256', key, salt, 'answer', 32))
