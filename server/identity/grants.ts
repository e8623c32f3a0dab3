// Grants: created and revoked. A grant is what a user has allowed a program; every token belongs to one.

import { allScopes } from '@tessera/contract'
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

/** The grant of a personal token, which a user creates for their own scripts. */
export const createPersonalGrant = (
  tx: Tx,
  grant: { user_id: number; name: string; now: string; lifeSeconds: number },
): Promise<GrantRow> => createGrant(tx, { ...grant, kind: 'personal' })

export interface NewGrant {
  readonly user_id: number
  readonly kind: 'personal' | 'oauth' | 'session'
  readonly name: string
  readonly client_id?: string
  readonly now: string
  /** Null if it does not expire. */
  readonly lifeSeconds: number | null
  /** Separated by blanks. All scopes by default. */
  readonly scope?: string
  readonly parent_id?: string | null
  readonly workspace_id?: number | null
  readonly token_hash?: string | null
}

export async function createGrant(tx: Tx, { lifeSeconds, now, client_id, ...rest }: NewGrant): Promise<GrantRow> {
  const grant = {
    ...rest,
    id: newObjectId(),
    client_id: client_id ?? null,
    scope: rest.scope ?? allScopes,
    parent_id: rest.parent_id ?? null,
    workspace_id: rest.workspace_id ?? null,
    token_hash: rest.token_hash ?? null,
    last_used_at: null,
    created_at: now,
    expires_at: lifeSeconds === null ? never : endOf(now, lifeSeconds),
    revoked_at: null,
  }
  await insertGrant(tx, grant)
  return grant
}

// Codes first: if one is being exchanged right now, this waits for it, and the new grant is revoked as well.

export async function revokeGrantsOfUser(tx: Tx, user_id: number, now: string): Promise<void> {
  await voidCodes(tx, { user_id })
  await revokeAllOfUser(tx, user_id, now)
}

/** Every grant of the user except `keptGrant`. */
export async function revokeOtherGrants(tx: Tx, user_id: number, keptGrant: string, now: string): Promise<void> {
  await voidCodes(tx, { user_id })
  await revokeOthers(tx, user_id, keptGrant, now)
}

export async function revokeGrantsOfApplication(tx: Tx, client_id: string, now: string): Promise<void> {
  await voidCodes(tx, { client_id })
  await revokeAllOfApplication(tx, client_id, now)
}

const never = '9999-12-31T23:59:59.000Z'

/** To the second, like the `exp` of a token. */
const endOf = (now: string, lifeSeconds: number) =>
  new Date((Math.floor(Date.parse(now) / 1000) + lifeSeconds) * 1000).toISOString()
