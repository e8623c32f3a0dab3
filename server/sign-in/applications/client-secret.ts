// The secret of an application. It is random and long enough that a plain hash of it is safe to store.

import { timingSafeEqual } from 'node:crypto'
import { hashSecret, newSecret } from '../../tools/index.ts'
import type { ApplicationRow } from './application-store.ts'

export function newClientSecret() {
  const client_secret = newSecret()
  return { client_secret, secret_hash: hashSecret(client_secret) }
}

/** Always false for a public client, which has no secret. */
export function isClientSecret({ secret_hash }: ApplicationRow, secret: string): boolean {
  const [sent, stored] = [Buffer.from(hashSecret(secret)), Buffer.from(secret_hash)]
  return sent.length === stored.length && timingSafeEqual(sent, stored)
}
