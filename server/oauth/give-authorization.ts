// What Allow leaves behind: a code to be exchanged, or a token at once; and the whitelisting, where that was asked for.

import type { ApplicationRow } from '../applications/application-store.ts'
import { whitelistApplication } from '../applications/whitelistings.ts'
import type { Tx } from '../db/database.ts'
import { deleteOldCodes, insertCode } from '../identity/authorization-code-store.ts'
import { giveGrant } from '../identity/grants.ts'
import { hashSecret, newSecret } from '../ids.ts'
import type { PageReply } from '../pages/page.ts'
import { type AccessTokens, tokenLifeSeconds } from '../tokens/access-token.ts'
import type { ResponseType } from './authorize-request.ts'
import { backWith } from './redirect-back.ts'

export interface Allowed {
  readonly application: ApplicationRow
  readonly user_id: number
  readonly redirect_uri: string
  readonly response_type: ResponseType
  readonly state: string | null
  readonly code_challenge: string | null
  readonly organization_id: number | null
  readonly now: string
}

type Issue = Pick<AccessTokens, 'issueAccessToken'>

const codeLifeMs = 60_000
/** So long a second use is noticed. */
const codesKeptMs = 24 * 60 * 60 * 1000

export async function giveAuthorization(tx: Tx, tokens: Issue, allowed: Allowed): Promise<PageReply> {
  const { organization_id, application, user_id, now } = allowed
  if (organization_id !== null) await whitelistApplication(tx, { organization_id, application, user_id, now })
  return await gives[allowed.response_type](tx, tokens, allowed)
}

const gives = { code: giveCode, token: giveToken }

async function giveCode(tx: Tx, _tokens: Issue, allowed: Allowed): Promise<PageReply> {
  const { application, user_id, redirect_uri, code_challenge, state, now } = allowed
  const code = newSecret()
  await deleteOldCodes(tx, shifted(now, -codesKeptMs))
  await insertCode(tx, {
    hash: hashSecret(code),
    client_id: application.client_id,
    user_id,
    redirect_uri,
    code_challenge,
    expires_at: shifted(now, codeLifeMs),
    used_at: null,
    grant_id: null,
  })
  return backWith(redirect_uri, 'query', { code, state })
}

async function giveToken(tx: Tx, tokens: Issue, allowed: Allowed): Promise<PageReply> {
  const { user_id, redirect_uri, state, now } = allowed
  const { client_id, name } = allowed.application
  const grant = await giveGrant(tx, { user_id, client_id, name, kind: 'oauth', now, lifeSeconds: tokenLifeSeconds })
  const access_token = await tokens.issueAccessToken({ user_id, client_id, grant_id: grant.id, now: Date.parse(now) })
  return backWith(redirect_uri, 'fragment', { access_token, token_type: 'Bearer', state })
}

const shifted = (time: string, byMs: number) => new Date(Date.parse(time) + byMs).toISOString()
