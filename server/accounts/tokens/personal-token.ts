// Personal tokens: random, with a prefix by which secret scanners find them, and stored only as a hash.

import type { Tx } from '../../platform/sql/index.ts'
import { hashSecret, newSecret } from '../../tools/index.ts'
import { createGrant, type GrantRow, type NewGrant } from '../grants/index.ts'

const prefix = 'tsr_'

export const isPersonalToken = (token: string): boolean => token.startsWith(prefix)

/** 32 random bytes as base64url. */
const pattern = /^tsr_[A-Za-z0-9_-]{43}$/

/** Returns null if it cannot be a personal token. */
export const hashPersonalToken = (token: string): string | null => (pattern.test(token) ? hashSecret(token) : null)

export async function createPersonalToken(
  tx: Tx,
  grant: Omit<NewGrant, 'kind' | 'token_hash'>,
): Promise<{ grant: GrantRow; access_token: string }> {
  const access_token = prefix + newSecret()
  const token_hash = hashSecret(access_token)
  return { grant: await createGrant(tx, { ...grant, kind: 'personal', token_hash }), access_token }
}
