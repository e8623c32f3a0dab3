// Authenticates the calling application: client id and secret, in the body or as HTTP Basic, not both. A public client
// has no secret: it proves that a code or token is its own by the PKCE verifier, or by possession of the refresh token.

import type { PageCall } from '../../platform/pages/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { type ApplicationRow, findApplication } from '../applications/application-store.ts'
import { isClientSecret } from '../applications/client-secret.ts'
import { OAuthError } from './oauth-error.ts'

export type Fields = ReadonlyMap<string, string>

/** Reads the fields of a form, or of JSON whose values are strings. */
export function readFields({ form, json }: Pick<PageCall, 'form' | 'json'>): Fields {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  const entries: [string, unknown][] = isObject ? Object.entries(json) : [...form]
  const fields = new Map<string, string>()
  for (const [name, value] of entries) {
    if (typeof value !== 'string') throw new OAuthError('invalid_request', `${name} must be a string`)
    if (fields.has(name)) throw new OAuthError('invalid_request', `${name} was sent more than once`)
    if (value !== '') fields.set(name, value)
  }
  return fields
}

export function requireField(fields: Fields, name: string): string {
  const value = fields.get(name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is required`)
  return value
}

export async function authenticateClient(
  db: Reader,
  fields: Fields,
  authorization: string | undefined,
): Promise<ApplicationRow> {
  const { client_id, client_secret } = readCredentials(fields, authorization)
  const application = await findApplication(db, client_id)
  if (!application || !isAuthenticated(application, client_secret)) throw invalidClient()
  return application
}

const isAuthenticated = (application: ApplicationRow, client_secret: string | null): boolean =>
  application.auth_method === 'none'
    ? client_secret === null
    : client_secret !== null && isClientSecret(application, client_secret)

interface Credentials {
  readonly client_id: string
  /** Null if it was not sent. */
  readonly client_secret: string | null
}

export function readCredentials(fields: Fields, authorization: string | undefined): Credentials {
  const [client_id, client_secret] = [fields.get('client_id'), fields.get('client_secret')]
  if (authorization === undefined) {
    if (client_id === undefined) throw new OAuthError('invalid_client', 'client_id is required')
    return { client_id, client_secret: client_secret ?? null }
  }
  if (client_secret !== undefined)
    throw new OAuthError(
      'invalid_request',
      'client_secret was sent in the body and in the Authorization header: send it once',
    )
  const basic = readBasic(authorization)
  if (client_id !== undefined && client_id !== basic.client_id)
    throw new OAuthError('invalid_request', 'client_id in the body differs from the one in the Authorization header')
  return basic
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
function readBasic(authorization: string) {
  const encoded = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization)?.[1]
  const pair = Buffer.from(encoded ?? '', 'base64').toString()
  const at = pair.indexOf(':')
  if (at < 1) throw invalidClient()
  try {
    const [client_id, client_secret] = [pair.slice(0, at), pair.slice(at + 1)].map(part =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    ) as [string, string]
    return { client_id, client_secret }
  } catch {
    throw invalidClient()
  }
}

const invalidClient = () => new OAuthError('invalid_client', 'The client id or the client secret is incorrect')
