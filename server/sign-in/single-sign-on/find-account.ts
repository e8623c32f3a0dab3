// Finds the account of a proven identity: the one it is linked to, or the one with the verified address, which then
// becomes linked. Runs in one transaction with the start of the session.

import { organizationRoles } from '@tessera/contract'
import { recordAudit } from '../../accounts/audit/index.ts'
import {
  createUser,
  findUserByEmail,
  findUserById,
  listOrganizationNames,
  lockUser,
  type UserRow,
  updateUserDetails,
} from '../../accounts/identity/index.ts'
import { enqueueIdentityLinked } from '../../accounts/mail/index.ts'
import { hasSecondFactor } from '../../accounts/second-factors/index.ts'
import {
  acceptInvitations,
  assignRole,
  findFirstOrganization,
  isExpected,
  joinOrganization,
} from '../../organization/index.ts'
import type { OidcConfig } from '../../platform/config/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { findIdentity, findIdentityOfUser, insertIdentity, updateIdentity } from './external-identity-store.ts'
import type { ProvenIdentity } from './provider.ts'
import { claimedRole, isAllowedDomain, personName, verifiedEmail } from './provider-claims.ts'

/** Why a user cannot sign in although the provider knows them. Each reason has its page. */
export type Refusal = 'unverified' | 'domain' | 'unknown' | 'locked' | 'otherIdentity' | 'secondFactor'

interface AccountSearch {
  readonly settings: OidcConfig
  readonly identity: ProvenIdentity
  /** The user who is already signed in to the browser. */
  readonly signedInAs: number | null
  readonly now: string
}

type AccountResult = { readonly user: UserRow } | { readonly refused: Refusal }

export async function findAccount(tx: Tx, proof: AccountSearch): Promise<AccountResult> {
  const { settings, identity, now } = proof
  const { issuer, claims } = identity
  const email = verifiedEmail(claims)
  const linked = await findIdentity(tx, issuer, claims.sub)
  if (email === null && (!linked || settings.domains.length > 0)) return { refused: 'unverified' }
  if (email !== null && !isAllowedDomain(settings, email)) return { refused: 'domain' }
  const found = linked ? await getUsableAccount(tx, linked.user_id) : await linkByEmail(tx, proof, email as string)
  if ('refused' in found) return found
  if (linked) await updateIdentity(tx, linked, { last_used_at: now, email: email ?? linked.email })
  await welcome(tx, found.user, proof)
  return { user: (await findUserById(tx, found.user.id)) as UserRow }
}

/** Locks the row, so that an account that is being locked or changed cannot sign in. */
async function getUsableAccount(tx: Tx, user_id: number): Promise<AccountResult> {
  await lockUser(tx, user_id)
  const user = await findUserById(tx, user_id)
  const isUsable = user && user.locked_at === null && user.archived === 0 && user.type === 'person'
  return isUsable ? { user } : { refused: 'locked' }
}

async function linkByEmail(tx: Tx, proof: AccountSearch, email: string): Promise<AccountResult> {
  const { settings, identity, signedInAs, now } = proof
  const { issuer, claims } = identity
  const known = await findUserByEmail(tx, email)
  if (!known && !settings.canSignUp) return { refused: 'unknown' }
  const user_id = known?.id ?? (await signUp(tx, proof, email))
  // A concurrent request has created this account in the meantime.
  if (user_id === null) return await linkByEmail(tx, proof, email)
  const found = await getUsableAccount(tx, user_id)
  if ('refused' in found) return found
  const { user } = found
  // An address can pass to another person at the provider. The account stays with the first.
  const other = await findIdentityOfUser(tx, issuer, user.id)
  if (other) return other.subject === claims.sub ? found : { refused: 'otherIdentity' }
  if (isNewcomer(user) && !settings.canSignUp && !(await isExpected(tx, user.id))) return { refused: 'unknown' }
  // From now on a sign-in at the provider is enough, so all factors of the account must be proven before it is linked.
  if (signedInAs !== user.id && (await hasSecondFactor(tx, user))) return { refused: 'secondFactor' }
  await insertIdentity(tx, { issuer, subject: claims.sub, user_id: user.id, email, created_at: now, last_used_at: now })
  await recordLink(tx, user, proof)
  return found
}

async function signUp(tx: Tx, { settings, identity, now }: AccountSearch, email: string): Promise<number | null> {
  const user_id = await createUser(tx, { email, ...personName(identity.claims) }, now)
  const organization = await findFirstOrganization(tx)
  if (user_id === null || !organization) return user_id
  const role_id = claimedRole(settings, identity.claims) ?? organizationRoles.standard.id
  const organization_id = organization.id
  await joinOrganization(tx, { organization_id, user_id, role_id, now })
  const subject = { type: 'user', id: user_id, name: email } as const
  await recordAudit(tx, { organization_id, actor_id: user_id, action: 'MEMBER_JOINED', subject, now })
  return user_id
}

/** This account has never been used. */
const isNewcomer = ({ password_hash, last_login_at }: UserRow) => password_hash === null && last_login_at === null

/** Mails the person about a link to an account that they have used before. */
async function recordLink(tx: Tx, user: UserRow, { settings, now }: AccountSearch): Promise<void> {
  const subject = { type: 'user', id: user.id, name: user.email } as const
  const changes = [{ field: 'provider', before: null, after: settings.name }]
  const organizations = await listOrganizationNames(tx, user.id, null)
  await recordAudit(
    tx,
    ...organizations.map(
      ({ id }) =>
        ({ organization_id: id, actor_id: user.id, action: 'IDENTITY_LINKED', subject, changes, now }) as const,
    ),
  )
  if (!isNewcomer(user)) await enqueueIdentityLinked(tx, { user_id: user.id, provider: settings.name }, now)
}

/** An invited person joins at the first sign-in. The role that the provider names applies at each. */
async function welcome(tx: Tx, user: UserRow, { settings, identity, now }: AccountSearch): Promise<void> {
  if (isNewcomer(user)) {
    await acceptInvitations(tx, user.id, now)
    if (user.first_name === '' && user.last_name === '')
      await updateUserDetails(tx, user.id, personName(identity.claims), now)
  }
  const role_id = claimedRole(settings, identity.claims)
  const organization = role_id === null ? null : await findFirstOrganization(tx)
  if (role_id !== null && organization)
    await assignRole(tx, { organization_id: organization.id, user_id: user.id }, role_id, now)
}
