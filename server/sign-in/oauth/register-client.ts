// Dynamic client registration (RFC 7591): a program registers itself and gets a client id. Nobody vouches for it, which
// the consent page says. The number of registrations is limited for each network and in total.

import { allScopes, Problem } from '@tessera/contract'
import { registrationsPerHour } from '../../platform/limits/index.ts'
import type { PageCall, PageReply, PageRoute } from '../../platform/pages/index.ts'
import type { Database, Tx } from '../../platform/sql/index.ts'
import { networkOf } from '../../tools/index.ts'
import { type ApplicationRow, countRegistrations, lockApplications } from '../applications/application-store.ts'
import { clientNameRule, readClientName } from '../applications/client-name.ts'
import { maxRedirectUris, redirectUriError, redirectUrisOf } from '../applications/redirect-uris.ts'
import { type RegisteredApplication, registerApplication } from '../applications/register-application.ts'
import { OAuthError, oauthErrorReply, problemAsOAuthError } from './oauth-error.ts'

export interface RegistrationDependencies {
  readonly db: Database
  readonly registrationLimits?: RegistrationLimits | undefined
}

type RegistrationLimits = typeof registrationsPerHour

const windowMs = 60 * 60 * 1_000

export const registrationRoutes = (dependencies: RegistrationDependencies): PageRoute[] => [
  {
    method: 'POST',
    path: '/api/register',
    errorFormat: 'json',
    fail: problemAsOAuthError,
    run: async call => {
      try {
        return registeredReply(await register(dependencies, call))
      } catch (error) {
        if (error instanceof OAuthError) return oauthErrorReply(error)
        throw error
      }
    },
  },
]

function register(
  { db, registrationLimits = registrationsPerHour }: RegistrationDependencies,
  { json, address, now }: PageCall,
): Promise<RegisteredApplication> {
  const metadata = readMetadata(json)
  const registered_from = networkOf(address)
  return db.write(async tx => {
    await requireRoom(tx, registrationLimits, registered_from, now)
    const draft = { ...metadata, user_id: null, require_pkce: true, allow_implicit: false, registered_from }
    return await registerApplication(tx, draft, now)
  })
}

/** Counted under a lock, so that concurrent registrations cannot exceed the limits. */
async function requireRoom(tx: Tx, limits: RegistrationLimits, network: string, now: string): Promise<void> {
  await lockApplications(tx)
  const since = new Date(Date.parse(now) - windowMs).toISOString()
  const isFull =
    (await countRegistrations(tx, since, network)) >= limits.perNetwork ||
    (await countRegistrations(tx, since, null)) >= limits.overall
  if (isFull) throw new Problem('TooManyRequests', 'Too many registrations in an hour', { retryAfterSeconds: 3_600 })
}

interface ClientMetadata {
  readonly name: string
  readonly redirect_uris: readonly string[]
  readonly token_endpoint_auth_method: ApplicationRow['auth_method']
}

/** Fields that are not listed here are ignored, as RFC 7591 requires. */
function readMetadata(json: unknown): ClientMetadata {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new OAuthError('invalid_client_metadata', 'The body must be a JSON object')
  const metadata = json as Readonly<Record<string, unknown>>
  const redirect_uris = readRedirectUris(metadata.redirect_uris)
  requireIncluded(metadata, 'grant_types', 'authorization_code')
  requireIncluded(metadata, 'response_types', 'code')
  return {
    name: readName(metadata.client_name, redirect_uris),
    redirect_uris,
    token_endpoint_auth_method: readAuthMethod(metadata.token_endpoint_auth_method),
  }
}

function readRedirectUris(value: unknown): readonly string[] {
  const refuse = (why: string) => new OAuthError('invalid_redirect_uri', why)
  if (!Array.isArray(value) || value.length === 0 || value.length > maxRedirectUris)
    throw refuse(`redirect_uris must be a list of 1 to ${maxRedirectUris} addresses`)
  for (const [index, uri] of value.entries()) {
    const error =
      typeof uri === 'string' && uri.length <= 2_048 ? redirectUriError(uri, false) : 'must be a string of at most 2048'
    if (error) throw refuse(`redirect_uris[${index}] ${error}`)
  }
  return [...new Set(value as string[])]
}

/** An application without a name is named after the host that its users return to. */
function readName(value: unknown, [first = '']: readonly string[]): string {
  if (value === undefined) {
    const { host, protocol } = new URL(first)
    return host || protocol
  }
  const name = readClientName(value)
  if (name === null) throw new OAuthError('invalid_client_metadata', clientNameRule)
  return name
}

const methods = ['client_secret_basic', 'client_secret_post', 'none'] as const

function readAuthMethod(value: unknown = 'client_secret_basic'): ApplicationRow['auth_method'] {
  const method = methods.find(one => one === value)
  if (method) return method
  throw new OAuthError('invalid_client_metadata', `token_endpoint_auth_method must be one of ${methods.join(', ')}`)
}

function requireIncluded(metadata: Readonly<Record<string, unknown>>, field: string, value: string): void {
  const list = metadata[field]
  if (list === undefined || (Array.isArray(list) && list.includes(value))) return
  throw new OAuthError('invalid_client_metadata', `${field} must include ${value}`)
}

const registeredReply = ({ application, client_secret }: RegisteredApplication): PageReply => ({
  status: 201,
  headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
  json: {
    client_id: application.client_id,
    client_id_issued_at: Math.floor(Date.parse(application.created_at) / 1000),
    ...(client_secret === null ? {} : { client_secret, client_secret_expires_at: 0 }),
    client_name: application.name,
    redirect_uris: redirectUrisOf(application),
    token_endpoint_auth_method: application.auth_method,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: allScopes,
  },
})
