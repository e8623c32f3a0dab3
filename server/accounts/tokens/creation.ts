// What created something: a token, an application, or a user in a browser. What was created with a token ends when that
// token is revoked by hand (grants/).

import type { CreatedWith } from '@tessera/contract'
import type { Static } from 'typebox'
import type { Tx } from '../../platform/sql/index.ts'
import { type Caller, type Claim, getCaller, requireRecentAuthentication } from '../access/index.ts'
import { lockGrant } from '../grants/index.ts'

export type Creator = Static<typeof CreatedWith>

/** Both are null for a browser session. */
export interface Creation {
  readonly grant_id: string | null
  /** With the name that it has now. */
  readonly created_with: Creator | null
}

/**
 * Locks the grant of a token until the transaction ends, so that whatever revokes it finds what is being created.
 * Creating something in a browser is independent of the session.
 */
export async function lockCreator(tx: Tx, claim: Claim, { grant_kind }: Pick<Caller, 'grant_kind'>): Promise<Creation> {
  if (grant_kind === 'session') return { grant_id: null, created_with: null }
  const grant = await lockGrant(tx, claim.grant_id)
  // Checked again under the lock: the grant may have been revoked in the meantime.
  const { via } = await getCaller(tx, claim)
  const created_with =
    via !== null && grant_kind === 'oauth'
      ? ({ type: 'application', id: via.client_id, name: via.name } as const)
      : ({ type: 'token', id: claim.grant_id, name: grant?.name ?? '' } as const)
  return { grant_id: claim.grant_id, created_with }
}

/** The two columns in which listeners store it. */
export const creationColumns = ({ grant_id, created_with }: Creation) => ({
  grant_id,
  created_with: created_with === null ? null : JSON.stringify(created_with),
})

export const readCreator = (created_with: string | null): Creator | null =>
  created_with === null ? null : JSON.parse(created_with)

/** A credential lasts longer than the session: an unattended browser must not be enough to create one. */
export async function requireProofInBrowser(
  tx: Tx,
  { grant_kind }: Pick<Caller, 'grant_kind'>,
  claim: Claim,
  now: string,
): Promise<void> {
  if (grant_kind === 'session') await requireRecentAuthentication(tx, claim, now)
}
