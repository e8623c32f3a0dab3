// Grants as other parts of the server meet them: to give one, and to take them back.

import type { Tx } from '../db/database.ts'
import { newObjectId } from '../ids.ts'
import { voidCodes } from './authorization-code-store.ts'
import {
  type GrantRow,
  insertGrant,
  revokeGrantsOfApplication as revokeAllOfApplication,
  revokeGrantsOfUser as revokeAllOfUser,
  revokeOtherGrants as revokeOthers,
} from './grant-store.ts'

/** The grant behind a personal token: a token for scripts, which its user makes for themselves. */
export const createPersonalGrant = (
  tx: Tx,
  given: { user_id: number; name: string; now: string; lifeSeconds: number },
): Promise<GrantRow> => createGrant(tx, { ...given, kind: 'personal' })

export interface NewGrant {
  readonly user_id: number
  readonly kind: 'personal' | 'oauth' | 'session'
  readonly name: string
  readonly client_id?: string
  readonly now: string
  /** Null for until it is revoked. */
  readonly lifeSeconds: number | null
}

export async function createGrant(tx: Tx, { lifeSeconds, now, client_id, ...given }: NewGrant): Promise<GrantRow> {
  const grant = {
    ...given,
    id: newObjectId(),
    client_id: client_id ?? null,
    created_at: now,
    expires_at: lifeSeconds === null ? never : endOf(now, lifeSeconds),
    revoked_at: null,
  }
  await insertGrant(tx, grant)
  return grant
}

// Codes first: what comes of one that is being exchanged at this moment is then there to be revoked.

export async function revokeGrantsOfUser(tx: Tx, user_id: number, now: string): Promise<void> {
  await voidCodes(tx, { user_id })
  await revokeAllOfUser(tx, user_id, now)
}

/** Every grant of the user but the one `kept`. */
export async function revokeOtherGrants(tx: Tx, user_id: number, kept: string, now: string): Promise<void> {
  await voidCodes(tx, { user_id })
  await revokeOthers(tx, user_id, kept, now)
}

export async function revokeGrantsOfApplication(tx: Tx, client_id: string, now: string): Promise<void> {
  await voidCodes(tx, { client_id })
  await revokeAllOfApplication(tx, client_id, now)
}

const never = '9999-12-31T23:59:59.000Z'

/** To the second, as the token tells it. */
const endOf = (now: string, lifeSeconds: number) =>
  new Date((Math.floor(Date.parse(now) / 1000) + lifeSeconds) * 1000).toISOString()
