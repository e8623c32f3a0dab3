// The authorization page: what an application asks for, sign-in, consent, and the way back. Until the application and its
// address are known to be right nothing redirects; from then on faults go back to the application.

import { type ApplicationRow, findApplication } from '../applications/application-store.ts'
import type { Database, Reader } from '../db/database.ts'
import { findUserById, holdUser } from '../identity/user-store.ts'
import { findManagedOrganization } from '../organizations/organization-managers.ts'
import { messagePage } from '../pages/error-page.ts'
import type { PageContext, PageReply, PageRoute } from '../pages/page.ts'
import { isStillSignedIn } from '../sessions/browser-sessions.ts'
import { type FormCall, formRoutes } from '../sessions/form-routes.ts'
import type { SignedIn } from '../sessions/session-store.ts'
import type { SessionParts } from '../sessions/visit.ts'
import type { AccessTokens } from '../tokens/access-token.ts'
import {
  isRedirectUri,
  type ResponseType,
  readChallenge,
  readParameter,
  readResponseType,
  readState,
  readWhitelisting,
} from './authorize-request.ts'
import { consentPage } from './consent-page.ts'
import { consentWords } from './consent-words.ts'
import { giveAuthorization } from './give-authorization.ts'
import { OAuthFault } from './oauth-fault.ts'
import { backWith } from './redirect-back.ts'

export interface AuthorizeParts extends SessionParts {
  readonly tokens: Pick<AccessTokens, 'issueAccessToken'>
}

const path = '/api/authorize'

export const authorizeRoutes = (parts: AuthorizeParts): PageRoute[] =>
  formRoutes(parts, {
    path,
    show: call => authorize(parts, call, showConsent),
    submit: call => authorize(parts, call, takeDecision),
  })

export interface Asked {
  readonly application: ApplicationRow
  readonly redirect_uri: string
  readonly state: string | null
  readonly response_type: ResponseType
  readonly code_challenge: string | null
  readonly organization: { readonly id: number; readonly name: string } | null
  readonly session: SignedIn
}

type Continue = (parts: AuthorizeParts, call: FormCall, asked: Asked) => Promise<PageReply>

async function authorize(parts: AuthorizeParts, call: FormCall, go: Continue): Promise<PageReply> {
  const { query } = call
  const target = await findTarget(parts.db.read, query)
  if (!target) return failed(call)
  const { application, redirect_uri } = target
  const state = readState(query)
  try {
    // biome-ignore-start format: a list of steps
    const response_type = readResponseType(query, application)
    const code_challenge = readChallenge(query, application, response_type)
    const organization_id = readWhitelisting(query)
    readParameter(query, 'state')
    const session = call.visit.session
    if (!session) return askSignIn(query)
    const organization = await askOrganization(parts.db, organization_id, session)
    if (organization === 'not theirs') return notTheirs(call, application)
    return await go(parts, call, {
      application,
      redirect_uri,
      state,
      response_type,
      code_challenge,
      organization,
      session,
    })
    // biome-ignore-end format: a list of steps
  } catch (error) {
    if (!(error instanceof OAuthFault)) throw error
    const place = query.getAll('response_type').includes('token') ? 'fragment' : 'query'
    return backWith(redirect_uri, place, { error: error.error, error_description: error.message, state })
  }
}

/** The application and the address to go back to; null unless both are exactly right. */
async function findTarget(
  db: Reader,
  query: URLSearchParams,
): Promise<{ application: ApplicationRow; redirect_uri: string } | null> {
  const [client_id, ...otherIds] = query.getAll('client_id')
  const [redirect_uri, ...otherUris] = query.getAll('redirect_uri')
  if (!client_id || !redirect_uri || otherIds.length > 0 || otherUris.length > 0) return null
  const application = await findApplication(db, client_id)
  return application && isRedirectUri(application, redirect_uri) ? { application, redirect_uri } : null
}

function failed(context: PageContext): PageReply {
  const words = consentWords[context.language]
  return { status: 400, html: messagePage(context, words.failed, words.failedText) }
}

const askSignIn = (query: URLSearchParams): PageReply => ({
  redirect: `/sign-in?${new URLSearchParams({ next: `${path}?${query}` })}`,
})

async function askOrganization({ read }: Database, id: number | null, { user_id }: SignedIn) {
  if (id === null) return null
  return (await findManagedOrganization(read, id, user_id)) ?? 'not theirs'
}

function notTheirs(context: PageContext, { name }: ApplicationRow): PageReply {
  const words = consentWords[context.language]
  return { status: 403, html: messagePage(context, words.notTheirs, words.notTheirsText(name)) }
}

async function showConsent({ db }: AuthorizeParts, call: FormCall, asked: Asked): Promise<PageReply> {
  const owner = await findUserById(db.read, asked.application.user_id)
  const action = `${path}?${call.query}`
  return consentPage(call, { ...asked, owner, action, csrf: call.visit.csrf, user: asked.session })
}

async function takeDecision(parts: AuthorizeParts, call: FormCall, asked: Asked): Promise<PageReply> {
  const decision = call.form.get('decision')
  if (decision === 'deny') throw new OAuthFault('access_denied', 'The user did not allow it')
  if (decision !== 'allow') return { ...(await showConsent(parts, call, asked)), status: 400 }
  const { now } = call
  const { organization, session, ...rest } = asked
  return await parts.db.write(async tx => {
    await holdUser(tx, session.user_id)
    // Both may have ended while the page was open.
    if (!(await isStillSignedIn(tx, session, now))) return askSignIn(call.query)
    if (!(await findTarget(tx, call.query))) return failed(call)
    if (organization && !(await findManagedOrganization(tx, organization.id, session.user_id)))
      return notTheirs(call, asked.application)
    const allowed = { ...rest, user_id: session.user_id, organization_id: organization?.id ?? null, now }
    return await giveAuthorization(tx, parts.tokens, allowed)
  })
}
