// The handlers of personal access tokens. A token that was created with another one inherits its limits and ends with it.

import { badField, hasScope, normalizeScope, type Operations, Problem, scopes } from '@tessera/contract'
import type { Tx } from '../../platform/sql/index.ts'
import { type Caller, type Claim, getCaller, getWorkspaceAccess } from '../access/index.ts'
import {
  endOfGrant,
  getPersonalGrant,
  listPersonalGrants,
  lockGrant,
  type NewGrant,
  type PersonalGrant,
  revokeGrant,
} from '../grants/index.ts'
import { type Handlers, read, type WriteCall, write } from '../handler.ts'
import { lockUser, recordAccountAudit } from '../identity/index.ts'
import { enqueueCredentialsCreated } from '../mail/index.ts'
import { type Creator, lockCreator, requireProofInBrowser } from './creation.ts'
import { createPersonalToken } from './personal-token.ts'

const daySeconds = 24 * 60 * 60
const defaultDays = 15

export const tokenHandlers: Handlers<'tokens'> = {
  list: read(async ({ db, caller, now }) => ({
    tokens: (await listPersonalGrants(db, caller, now)).map(tokenView),
  })),

  create: write(createToken),

  delete: write(async ({ tx, caller, token, body: { keep = false }, now }) => {
    // A stolen token must not be able to keep what it created.
    if (keep && caller.grant_kind !== 'session')
      throw new Problem('ForbiddenError', 'Only a browser where you are signed in can keep what a token created')
    await revokeGrant(tx, token.id, now, keep ? 'keeps' : 'ends')
    await recordAccountAudit(tx, caller, { action: 'TOKEN_REVOKED', subject: subjectOf(token), now })
    return { message: 'The token was revoked' }
  }),
}

async function createToken({ tx, claim, body, now }: WriteCall<Operations['tokens']['create']>) {
  await lockUser(tx, claim.user_id)
  const own = await lockGrant(tx, claim.grant_id)
  // Checked again under the locks: the caller's grant may have been revoked in the meantime.
  const caller = await getCaller(tx, claim)
  await requireProofInBrowser(tx, caller, claim, now)
  const { created_with } = await lockCreator(tx, claim, caller)
  const { name, days = defaultDays } = body
  const { grant, access_token } = await createPersonalToken(tx, {
    user_id: caller.id,
    name,
    now,
    lifeSeconds: days === null ? null : days * daySeconds,
    scope: scopeWithin(caller, body.scope),
    workspace_id: await restrictionOf(tx, claim, caller, body.workspace_id),
    ...(own && caller.grant_kind !== 'session' ? limitsOf(claim, own) : {}),
  })
  await recordAccountAudit(tx, caller, { action: 'TOKEN_CREATED', subject: subjectOf(grant), now })
  const created = { parts: ['token'], title: name, scope: grant.scope } as const
  await enqueueCredentialsCreated(tx, { ...created, user_id: caller.id, created_with: created_with?.name ?? null }, now)
  return { token: { ...tokenView(await getPersonalGrant(tx, grant.id)), access_token } }
}

const subjectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'token', id, name }) as const

/** Defaults to all scopes of the caller, and never exceeds them. */
function scopeWithin(caller: Caller, wanted: string | undefined): string {
  if (wanted === undefined) return caller.scope
  const scope = normalizeScope(wanted)
  if (scope === null) throw badField('scope', `must be one or more of ${scopes.join(', ')}, separated by spaces`)
  const missing = scopes.filter(one => hasScope(scope, one) && !hasScope(caller.scope, one))
  if (missing.length > 0) throw badField('scope', `must not name ${missing.join(', ')}, which this token lacks`)
  return scope
}

async function restrictionOf(tx: Tx, claim: Claim, caller: Caller, uid: string | undefined): Promise<number | null> {
  if (uid === undefined) return caller.only_workspace_id
  try {
    return (await getWorkspaceAccess(tx, claim, uid)).workspace.id
  } catch (error) {
    const isUnknown = error instanceof Problem && error.code === 'ResourceNotFound'
    throw isUnknown ? badField('workspace_id', 'must be the uid of a workspace that you can read') : error
  }
}

/** What a token passes on to tokens created with it, besides scopes and workspace. */
function limitsOf(claim: Claim, own: Limits): Pick<NewGrant, 'parent_id' | 'client_id' | 'endsBy'> {
  // The tokens of an application end before its grant does.
  const tokenEnd = claim.exp === undefined ? own.expires_at : new Date(claim.exp * 1000).toISOString()
  const endsBy = tokenEnd < own.expires_at ? tokenEnd : own.expires_at
  return { parent_id: claim.grant_id, client_id: own.client_id, endsBy }
}

type Limits = Pick<PersonalGrant, 'client_id' | 'expires_at'>

function tokenView(grant: PersonalGrant) {
  const { id, name, scope, workspace_uid, created_at, last_used_at } = grant
  const end = endOfGrant(grant)
  const expires_at = end === null ? null : Math.floor(Date.parse(end) / 1000)
  const created_with = creatorOf(grant)
  return { id, name, scope, workspace_id: workspace_uid, created_with, created_at, expires_at, last_used_at }
}

function creatorOf({ parent_id, parent_kind, parent_name, client_id, client_name }: PersonalGrant): Creator | null {
  if (parent_id === null || parent_kind === null) return null
  return parent_kind === 'oauth' && client_id !== null
    ? { type: 'application', id: client_id, name: client_name ?? '' }
    : { type: 'token', id: parent_id, name: parent_name ?? '' }
}
