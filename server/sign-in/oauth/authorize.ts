// The authorization endpoint: checks the request, signs the user in, asks for consent and redirects back. An invalid
// client or redirect URI is shown to the user, because redirecting there would be unsafe; every later error goes back to
// the application.

import { findUserById, lockUser } from '../../accounts/identity/index.ts'
import {
  type FormCall,
  formRoutes,
  isStillSignedIn,
  type SessionDependencies,
  type SignedInSession,
} from '../../accounts/sessions/index.ts'
import type { AccessTokens } from '../../accounts/tokens/index.ts'
import { findManagedOrganization } from '../../organization/index.ts'
import { messagePage, type PageContext, type PageReply, type PageRoute } from '../../platform/pages/index.ts'
import type { Database, Reader } from '../../platform/sql/index.ts'
import { type ApplicationRow, findApplication } from '../applications/application-store.ts'
import { recordApplicationUse } from '../applications/application-use.ts'
import { isRedirectUri } from '../applications/redirect-uris.ts'
import { scopeOfApplication } from '../applications/token-parts.ts'
import { findWhitelistingState } from '../applications/whitelisting-rule.ts'
import {
  type ResponseType,
  readChallenge,
  readParameter,
  readResponseType,
  readScopes,
  readState,
  readTarget,
} from './authorize-request.ts'
import { builtInClientId, ensureBuiltInClient } from './built-in-client.ts'
import { type DocumentDependencies, DocumentError, getDocumentClient, isDocumentId } from './client-document.ts'
import { consentMessages } from './consent-messages.ts'
import { consentPage } from './consent-page.ts'
import { grantAuthorization } from './grant-authorization.ts'
import { OAuthError } from './oauth-error.ts'
import { redirectBack, type WayBack } from './redirect-back.ts'
import { readResource } from './requested-scope.ts'

export interface AuthorizeDependencies extends SessionDependencies, DocumentDependencies {
  readonly db: Database
  readonly tokens: Pick<AccessTokens, 'issueAccessToken'>
}

const path = '/api/authorize'

export const authorizeRoutes = (dependencies: AuthorizeDependencies): PageRoute[] =>
  formRoutes(dependencies, {
    path,
    show: call => authorize(dependencies, call, showConsent),
    submit: call => authorize(dependencies, call, takeDecision),
  })

export interface AuthorizationRequest extends WayBack {
  readonly application: ApplicationRow
  readonly response_type: ResponseType
  readonly code_challenge: string | null
  readonly scope: string
  readonly resource: string | null
  readonly organization: { readonly id: number; readonly name: string } | null
  readonly session: SignedInSession
}

type ContinueAuthorization = (
  dependencies: AuthorizeDependencies,
  call: FormCall,
  request: AuthorizationRequest,
) => Promise<PageReply>

async function authorize(
  dependencies: AuthorizeDependencies,
  call: FormCall,
  next: ContinueAuthorization,
): Promise<PageReply> {
  const { query } = call
  const target = readTarget(query)
  if (!target) return failedReply(call)
  // Only signed-in users can make the service fetch a document.
  if (isDocumentId(target.client_id) && !call.browser.session) return redirectToSignIn(query)
  try {
    const application = await findClient(dependencies, call, target.client_id)
    if (!application || !isRedirectUri(application, target.redirect_uri)) return failedReply(call)
    return await authorizeClient(dependencies, call, application, next)
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return documentFailed(call, target.client_id, error)
  }
}

async function findClient(
  dependencies: AuthorizeDependencies,
  { browser: { session }, now }: FormCall,
  client_id: string,
): Promise<ApplicationRow | undefined> {
  if (client_id === builtInClientId) return await ensureBuiltInClient(dependencies.db, now)
  if (!isDocumentId(client_id) || !session) return await findApplication(dependencies.db.read, client_id)
  return await getDocumentClient(dependencies, { client_id, user_id: session.user_id, now })
}

async function authorizeClient(
  dependencies: AuthorizeDependencies,
  call: FormCall,
  application: ApplicationRow,
  next: ContinueAuthorization,
): Promise<PageReply> {
  const { db, publicUrl } = dependencies
  const { query } = call
  const back = { redirect_uri: query.get('redirect_uri') as string, state: readState(query), iss: publicUrl }
  try {
    // biome-ignore-start format: a list of steps
    const response_type = readResponseType(query, application)
    const code_challenge = readChallenge(query, application, response_type)
    const { scope, organization_id } = readScopes(query, scopeOfApplication(application))
    const resource = readResource(readParameter(query, 'resource'), publicUrl)
    readParameter(query, 'state')
    const session = call.browser.session
    if (!session) return redirectToSignIn(query)
    const organization = await findOrganizationToManage(db, organization_id, session)
    if (organization === 'not managed') return notManaged(call, application)
    const { refusedBy } = await findWhitelistingState(db.read, session.user_id, application.client_id)
    if (refusedBy !== null && !organization) return notWhitelisted(call, application, refusedBy)
    return await next(dependencies, call, {
      ...back,
      application,
      response_type,
      code_challenge,
      scope,
      resource,
      organization,
      session,
    })
    // biome-ignore-end format: a list of steps
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    const part = query.getAll('response_type').includes('token') ? 'fragment' : 'query'
    return redirectBack(back, part, { error: error.error, error_description: error.message })
  }
}

function failedReply(context: PageContext): PageReply {
  const messages = consentMessages[context.language]
  return { status: 400, html: messagePage(context, messages.failed, messages.failedText) }
}

function documentFailed(context: PageContext, client_id: string, { message }: DocumentError): PageReply {
  const messages = consentMessages[context.language]
  return { status: 400, html: messagePage(context, messages.failed, messages.documentFailedText(client_id, message)) }
}

const redirectToSignIn = (query: URLSearchParams): PageReply => ({
  redirect: `/sign-in?${new URLSearchParams({ next: `${path}?${query}` })}`,
})

async function findOrganizationToManage({ read }: Database, id: number | null, { user_id }: SignedInSession) {
  if (id === null) return null
  return (await findManagedOrganization(read, id, user_id)) ?? 'not managed'
}

function notManaged(context: PageContext, { name }: ApplicationRow): PageReply {
  const messages = consentMessages[context.language]
  return { status: 403, html: messagePage(context, messages.notManager, messages.notManagerText(name)) }
}

function notWhitelisted(context: PageContext, { name }: ApplicationRow, organization: string): PageReply {
  const messages = consentMessages[context.language]
  return {
    status: 403,
    html: messagePage(context, messages.notManager, messages.notWhitelistedText(name, organization)),
  }
}

async function showConsent(
  { db, publicUrl }: AuthorizeDependencies,
  call: FormCall,
  request: AuthorizationRequest,
): Promise<PageReply> {
  const { user_id } = request.application
  const isForAgents = request.resource === `${publicUrl}/mcp`
  const owner = user_id === null ? undefined : await findUserById(db.read, user_id)
  const action = `${path}?${call.query}`
  return consentPage(call, { ...request, isForAgents, owner, action, csrf: call.browser.csrf, user: request.session })
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
  const reply = await dependencies.db.write(async tx => {
    await lockUser(tx, session.user_id)
    // Checked again under the lock: the session or the registration may have ended while the page was open.
    if (!(await isStillSignedIn(tx, session, now))) return redirectToSignIn(call.query)
    if (!(await isStillRegistered(tx, request))) return failedReply(call)
    if (organization && !(await findManagedOrganization(tx, organization.id, session.user_id)))
      return notManaged(call, request.application)
    const allowed = { ...rest, user_id: session.user_id, organization_id: organization?.id ?? null, now }
    return await grantAuthorization(tx, dependencies.tokens, allowed)
  })
  await recordApplicationUse(dependencies.db, request.application, now)
  return reply
}

async function isStillRegistered(db: Reader, { application, redirect_uri }: AuthorizationRequest): Promise<boolean> {
  const current = await findApplication(db, application.client_id)
  return current !== undefined && isRedirectUri(current, redirect_uri)
}
