// Carries out Allow: issues an authorization code or an access token, and whitelists the application if that was
// requested.

import { createGrant, deleteOldCodes, insertCode } from '../../accounts/grants/index.ts'
import { findUserById, recordAccountAudit, type UserRow } from '../../accounts/identity/index.ts'
import { type AccessTokens, tokenLifeSeconds } from '../../accounts/tokens/index.ts'
import type { PageReply } from '../../platform/pages/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { hashSecret, newSecret } from '../../tools/index.ts'
import type { ApplicationRow } from '../applications/application-store.ts'
import { findWhitelistingState } from '../applications/whitelisting-rule.ts'
import { whitelistApplication } from '../applications/whitelistings.ts'
import type { ResponseType } from './authorize-request.ts'
import { OAuthError } from './oauth-error.ts'
import { redirectBack, type WayBack } from './redirect-back.ts'

export interface AllowedRequest extends WayBack {
  readonly application: ApplicationRow
  readonly user_id: number
  readonly response_type: ResponseType
  readonly code_challenge: string | null
  readonly scope: string
  readonly resource: string | null
  readonly organization_id: number | null
  readonly now: string
}

type Issue = Pick<AccessTokens, 'issueAccessToken'>

const codeLifeMs = 60_000
/** Used codes are kept this long to detect a second use. */
const codeRetentionMs = 24 * 60 * 60 * 1000

export async function grantAuthorization(tx: Tx, tokens: Issue, allowed: AllowedRequest): Promise<PageReply> {
  const { organization_id, application, user_id, now } = allowed
  if (organization_id !== null) await whitelistApplication(tx, { organization_id, application, user_id, now })
  const subject = { type: 'application', id: application.client_id, name: application.name } as const
  const user = (await findUserById(tx, user_id)) as UserRow
  await recordAccountAudit(tx, user, { action: 'APPLICATION_AUTHORIZED', subject, now })
  return await responders[allowed.response_type](tx, tokens, allowed)
}

const responders = { code: respondWithCode, token: respondWithToken }

async function respondWithCode(tx: Tx, _tokens: Issue, allowed: AllowedRequest): Promise<PageReply> {
  const { application, user_id, redirect_uri, code_challenge, scope, resource, now } = allowed
  const code = newSecret()
  await deleteOldCodes(tx, shiftTime(now, -codeRetentionMs))
  await insertCode(tx, {
    hash: hashSecret(code),
    client_id: application.client_id,
    user_id,
    redirect_uri,
    code_challenge,
    expires_at: shiftTime(now, codeLifeMs),
    used_at: null,
    grant_id: null,
    scope,
    resource,
  })
  return redirectBack(allowed, 'query', { code })
}

/** The token endpoint checks whitelisting for codes. Here the token is issued at once. */
async function respondWithToken(tx: Tx, tokens: Issue, allowed: AllowedRequest): Promise<PageReply> {
  const { user_id, scope, resource, now } = allowed
  const { client_id, name } = allowed.application
  const { refusedBy } = await findWhitelistingState(tx, user_id, client_id)
  if (refusedBy !== null) throw new OAuthError('access_denied', 'An organization of the user requires whitelisting')
  const life = { now, lifeSeconds: tokenLifeSeconds }
  const grant = await createGrant(tx, { user_id, client_id, name, kind: 'oauth', scope, resource, ...life })
  const content = { user_id, client_id, grant_id: grant.id, scope, resource, now: Date.parse(now) }
  const access_token = await tokens.issueAccessToken(content)
  return redirectBack(allowed, 'fragment', { access_token, token_type: 'Bearer', scope })
}

const shiftTime = (time: string, byMs: number) => new Date(Date.parse(time) + byMs).toISOString()
