// The authorization endpoint: checks the request, signs the user in, asks for consent and redirects back. An invalid
// client or redirect URI is shown to the user, because redirecting there would be unsafe; every later error goes back to
// the application.

import { type ApplicationRow, findApplication } from '../applications/application-store.ts'
import type { Database, Reader } from '../db/database.ts'
import { findUserById, lockUser } from '../identity/user-store.ts'
import { findManagedOrganization } from '../organizations/organization-managers.ts'
import { messagePage } from '../pages/error-page.ts'
import type { PageContext, PageReply, PageRoute } from '../pages/page.ts'
import { isStillSignedIn } from '../sessions/browser-sessions.ts'
import type { SessionDependencies } from '../sessions/browser-state.ts'
import { type FormCall, formRoutes } from '../sessions/form-routes.ts'
import type { SignedInSession } from '../sessions/session-store.ts'
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
import { grantAuthorization } from './grant-authorization.ts'
import { OAuthError } from './oauth-error.ts'
import { redirectBack } from './redirect-back.ts'

export interface AuthorizeDependencies extends SessionDependencies {
  readonly tokens: Pick<AccessTokens, 'issueAccessToken'>
}

const path = '/api/authorize'

export const authorizeRoutes = (dependencies: AuthorizeDependencies): PageRoute[] =>
  formRoutes(dependencies, {
    path,
    show: call => authorize(dependencies, call, showConsent),
    submit: call => authorize(dependencies, call, takeDecision),
  })

export interface AuthorizationRequest {
  readonly application: ApplicationRow
  readonly redirect_uri: string
  readonly state: string | null
  readonly response_type: ResponseType
  readonly code_challenge: string | null
  readonly organization: { readonly id: number; readonly name: string } | null
  readonly session: SignedInSession
}

type Continue = (
  dependencies: AuthorizeDependencies,
  call: FormCall,
  request: AuthorizationRequest,
) => Promise<PageReply>

async function authorize(dependencies: AuthorizeDependencies, call: FormCall, next: Continue): Promise<PageReply> {
  const { query } = call
  const target = await findTarget(dependencies.db.read, query)
  if (!target) return failed(call)
  const { application, redirect_uri } = target
  const state = readState(query)
  try {
    // biome-ignore-start format: a list of steps
    const response_type = readResponseType(query, application)
    const code_challenge = readChallenge(query, application, response_type)
    const organization_id = readWhitelisting(query)
    readParameter(query, 'state')
    const session = call.browser.session
    if (!session) return redirectToSignIn(query)
    const organization = await findOrganizationToManage(dependencies.db, organization_id, session)
    if (organization === 'not managed') return notManaged(call, application)
    return await next(dependencies, call, {
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
    if (!(error instanceof OAuthError)) throw error
    const part = query.getAll('response_type').includes('token') ? 'fragment' : 'query'
    return redirectBack(redirect_uri, part, { error: error.error, error_description: error.message, state })
  }
}

/** The application and its redirect URI, null unless both are registered. */
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

const redirectToSignIn = (query: URLSearchParams): PageReply => ({
  redirect: `/sign-in?${new URLSearchParams({ next: `${path}?${query}` })}`,
})

async function findOrganizationToManage({ read }: Database, id: number | null, { user_id }: SignedInSession) {
  if (id === null) return null
  return (await findManagedOrganization(read, id, user_id)) ?? 'not managed'
}

function notManaged(context: PageContext, { name }: ApplicationRow): PageReply {
  const words = consentWords[context.language]
  return { status: 403, html: messagePage(context, words.notManager, words.notManagerText(name)) }
}

async function showConsent(
  { db }: AuthorizeDependencies,
  call: FormCall,
  request: AuthorizationRequest,
): Promise<PageReply> {
  const { user_id } = request.application
  const owner = user_id === null ? undefined : await findUserById(db.read, user_id)
  const action = `${path}?${call.query}`
  return consentPage(call, { ...request, owner, action, csrf: call.browser.csrf, user: request.session })
}

async function takeDecision(
  dependencies: AuthorizeDependencies,
  call: FormCall,
  request: AuthorizationRequest,
): Promise<PageReply> {
  const decision = call.form.get('decision')
  if (decision === 'deny') throw new OAuthError('access_denied', 'The user denied the request')
  if (decision !== 'allow') return { ...(await showConsent(dependencies, call, request)), status: 400 }
  const { now } = call
  const { organization, session, ...rest } = request
  return await dependencies.db.write(async tx => {
    await lockUser(tx, session.user_id)
    // Checked again under the lock: the session or the registration may have ended while the page was open.
    if (!(await isStillSignedIn(tx, session, now))) return redirectToSignIn(call.query)
    if (!(await findTarget(tx, call.query))) return failed(call)
    if (organization && !(await findManagedOrganization(tx, organization.id, session.user_id)))
      return notManaged(call, request.application)
    const allowed = { ...rest, user_id: session.user_id, organization_id: organization?.id ?? null, now }
    return await grantAuthorization(tx, dependencies.tokens, allowed)
  })
}
