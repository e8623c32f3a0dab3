// Recovery codes: ten, each valid for one sign-in without the second factor. Only their hashes are stored, so they are
// long enough (79 bits) that a code cannot be recovered from its hash.

import { randomInt } from 'node:crypto'
import type { Tx } from '../../platform/sql/index.ts'
import { hashSecret } from '../../tools/index.ts'
import { markRecoveryCodeUsed, replaceRecoveryCodes } from './recovery-code-store.ts'

const codeCount = 10
/** Letters and digits that are not easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Replaces the codes of the user, and returns the new ones. */
export async function renewRecoveryCodes(tx: Tx, user_id: number, now: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newRecoveryCode)
  await replaceRecoveryCodes(tx, user_id, codes.map(hashRecoveryCode), now)
  return codes
}

/** Returns false if the code is wrong or was used. */
export const useRecoveryCode = (tx: Tx, user_id: number, code: string, now: string): Promise<boolean> =>
  markRecoveryCodeUsed(tx, user_id, hashRecoveryCode(code), now)

function newRecoveryCode(): string {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return (letters.match(/.{4}/g) as string[]).join('-')
}

/** Codes are typed by hand, so case, spaces and dashes do not matter. */
const hashRecoveryCode = (code: string) => hashSecret(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
