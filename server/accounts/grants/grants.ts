// Grants: created and revoked. A grant is what a user has allowed a program; every token belongs to one.

import { allScopes } from '@tessera/contract'
import { enqueueJobs, type GrantKey } from '../../platform/jobs/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { newObjectId } from '../../tools/index.ts'
import { voidCodes } from './authorization-code-store.ts'
import {
  type GrantRow,
  insertGrant,
  listCreators,
  revokeGrantsOfApplication as revokeAllOfApplication,
  revokeGrantsOfUser as revokeAllOfUser,
  revokeOtherGrants as revokeOthers,
  revokePersonalGrants,
  revokeGrant as revokeWithChildren,
} from './grant-store.ts'

export interface NewGrant {
  readonly user_id: number
  readonly kind: GrantRow['kind']
  readonly name: string
  readonly client_id?: string | null
  readonly now: string
  /** Null if it does not expire. */
  readonly lifeSeconds: number | null
  /** The grant ends at this time at the latest. */
  readonly endsBy?: string | undefined
  /** Separated by spaces. All scopes by default. */
  readonly scope?: string
  /** The grant of the token that this grant is created with. */
  readonly parent_id?: string | null
  readonly workspace_id?: number | null
  readonly token_hash?: string | null
  /** What its tokens are for (RFC 8707). The API by default. */
  readonly resource?: string | null
}

export async function createGrant(tx: Tx, { lifeSeconds, endsBy = never, now, ...rest }: NewGrant): Promise<GrantRow> {
  const end = lifeSeconds === null ? never : endOf(now, lifeSeconds)
  const grant = {
    ...rest,
    id: newObjectId(),
    client_id: rest.client_id ?? null,
    scope: rest.scope ?? allScopes,
    parent_id: rest.parent_id ?? null,
    workspace_id: rest.workspace_id ?? null,
    token_hash: rest.token_hash ?? null,
    resource: rest.resource ?? null,
    last_used_at: null,
    created_at: now,
    expires_at: end < endsBy ? end : endsBy,
    revoked_at: null,
  }
  await insertGrant(tx, grant)
  return grant
}

/** Whether what was created with a grant stays when that grant is revoked. Then it no longer ends with any. */
type Keeping = 'ends' | 'keeps'

/** Revokes a grant by hand: what was created with it and its children ends. */
export async function revokeGrant(tx: Tx, id: string, now: string, keeping: Keeping = 'ends'): Promise<void> {
  await endCreations(tx, await revokeWithChildren(tx, id, now), keeping, now)
}

/** Revokes all personal tokens of a user by hand, also those that applications created. */
export async function revokePersonalTokens(tx: Tx, user_id: number, now: string, keeping: Keeping): Promise<void> {
  await endCreations(tx, await revokePersonalGrants(tx, user_id, now), keeping, now)
}

// Codes are voided first: if one is being exchanged right now, this waits for it, and the new grant is revoked as well.

/** For a new password and a locked account. What was created with the grants stays: nobody withdrew any of them. */
export async function revokeGrantsOfUser(tx: Tx, user_id: number, now: string): Promise<void> {
  await voidCodes(tx, { user_id })
  await revokeAllOfUser(tx, user_id, now)
}

/** Revokes every grant of the user except `keptGrant`. What was created with them stays. */
export async function revokeOtherGrants(tx: Tx, user_id: number, keptGrant: string, now: string): Promise<void> {
  await voidCodes(tx, { user_id })
  await revokeOthers(tx, user_id, keptGrant, now)
}

/** Returns how many were revoked. What was created with them ends, unless it is kept. */
export async function revokeGrantsOfApplication(
  tx: Tx,
  { keeping = 'ends', now, ...of }: { client_id: string; user_id?: number; keeping?: Keeping; now: string },
): Promise<number> {
  await voidCodes(tx, of)
  const { revoked, grants } = await revokeAllOfApplication(tx, of, now)
  await endCreations(tx, grants, keeping, now)
  return revoked
}

/** A job, because the stores of what was created belong to wings above. */
async function endCreations(tx: Tx, grants: readonly GrantKey[], keeping: Keeping, now: string): Promise<void> {
  const creators = await listCreators(tx, grants)
  const key = `creations:${newObjectId()}`
  const payload = { grants: creators, keeps: keeping === 'keeps' }
  if (creators.length > 0) await enqueueJobs(tx, [{ name: 'end-creations', key, payload }], now)
}

const never = '9999-12-31T23:59:59.000Z'

/** Null if the grant does not expire. */
export const endOfGrant = ({ expires_at }: Pick<GrantRow, 'expires_at'>): string | null =>
  expires_at === never ? null : expires_at

/** Rounded to the second, like the `exp` of a token. */
const endOf = (now: string, lifeSeconds: number) =>
  new Date((Math.floor(Date.parse(now) / 1000) + lifeSeconds) * 1000).toISOString()
