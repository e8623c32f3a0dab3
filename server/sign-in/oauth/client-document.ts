// Client ID Metadata Documents: a client whose id is the URL of a JSON document that describes it. The document is
// fetched when a user is sent here with that id, and again after an hour. Such clients are public.

import { Problem } from '@tessera/contract'
import { type GuardedFetch, OutboundFailed, OutboundRefused } from '../../platform/outbound/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { type ApplicationRow, findApplication, putApplication } from '../applications/application-store.ts'
import { clientNameRule, readClientName } from '../applications/client-name.ts'
import { isLoopback, maxRedirectUris, redirectUriError } from '../applications/redirect-uris.ts'

export interface DocumentDependencies {
  readonly db: Database
  readonly guardedFetch: GuardedFetch
  /** Counts the documents that a user makes the service fetch. */
  readonly documentLimit: { take(user_id: number): { readonly isExceeded: boolean } | null }
}

/** Why a document cannot be used, for the developer of the client. */
export class DocumentError extends Error {}

const maxAgeMs = 60 * 60 * 1_000
const limits = { timeoutMs: 5_000, maxBytes: 16_384 } as const
const maxIdLength = 500

export const isDocumentId = (client_id: string): boolean => /^https?:\/\//i.test(client_id)

/** Returns the client that the document describes. Throws a DocumentError. */
export async function getDocumentClient(
  { db, guardedFetch, documentLimit }: DocumentDependencies,
  { client_id, user_id, now }: { client_id: string; user_id: number; now: string },
): Promise<ApplicationRow> {
  requireDocumentId(client_id)
  const known = await findApplication(db.read, client_id)
  const isFresh = known?.fetched_at && Date.parse(now) - Date.parse(known.fetched_at) < maxAgeMs
  if (isFresh) return known
  if (documentLimit.take(user_id)?.isExceeded)
    throw new Problem('TooManyRequests', 'Too many new applications in a minute', { retryAfterSeconds: 60 })
  const { client_name, redirect_uris } = readDocument(client_id, await fetchDocument(guardedFetch, client_id))
  const row: ApplicationRow = {
    client_id,
    user_id: null,
    name: client_name,
    secret_hash: '',
    redirect_uris: JSON.stringify(redirect_uris),
    whitelisted_domains: '[]',
    require_pkce: 1,
    allow_implicit: 0,
    source: 'document',
    auth_method: 'none',
    bot_user_id: null,
    fetched_at: now,
    last_used_at: null,
    registered_from: null,
    scope: null,
    token_parts: '[]',
    created_at: now,
    updated_at: now,
  }
  return await db.write(tx => putApplication(tx, row))
}

/** Only one spelling is accepted, so that two ids that look different are different clients. */
function requireDocumentId(client_id: string): void {
  const url = client_id.length <= maxIdLength ? URL.parse(client_id) : null
  if (url?.href !== client_id || !/^[\x21-\x7e]+$/.test(client_id))
    throw new DocumentError('The client id is not the normal form of a URL')
  if (url.username !== '' || url.password !== '' || client_id.includes('#') || url.pathname === '/')
    throw new DocumentError('The client id must have a path, and no fragment, user name or password')
  if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    throw new DocumentError('The client id must begin with https://')
}

async function fetchDocument(guardedFetch: GuardedFetch, client_id: string): Promise<unknown> {
  try {
    const response = await guardedFetch(client_id, { ...limits, headers: { accept: 'application/json' } })
    const { status, headers, body } = response
    const chunks = await Array.fromAsync(body)
    // A redirect is a response like any other: the document must be at the client id itself.
    if (status !== 200) throw new DocumentError(`The request for the document returned status ${status}`)
    if (!/^\s*application\/([\w.-]+\+)?json\s*(;|$)/i.test(String(headers['content-type'] ?? '')))
      throw new DocumentError('The document is not application/json')
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch (error) {
    if (error instanceof OutboundFailed || error instanceof OutboundRefused) throw new DocumentError(error.message)
    if (error instanceof SyntaxError) throw new DocumentError('The document is not valid JSON')
    throw error
  }
}

/** Throws a DocumentError. */
export function readDocument(
  client_id: string,
  json: unknown,
): { readonly client_name: string; readonly redirect_uris: readonly string[] } {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  if (!isObject) throw new DocumentError('The document is not a JSON object')
  const document = json as Readonly<Record<string, unknown>>
  if (document.client_id !== client_id)
    throw new DocumentError('client_id in the document is not the URL of the document')
  const name = readClientName(document.client_name)
  if (name === null) throw new DocumentError(clientNameRule)
  const { token_endpoint_auth_method: method = 'none', redirect_uris: uris } = document
  if (method !== 'none' || 'client_secret' in document)
    throw new DocumentError('token_endpoint_auth_method must be none')
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxRedirectUris)
    throw new DocumentError(`redirect_uris must be a list of 1 to ${maxRedirectUris} addresses`)
  for (const uri of uris) {
    const error = typeof uri === 'string' ? redirectUriError(uri, false) : 'must be a string'
    if (error) throw new DocumentError(`A redirect URI ${error}`)
  }
  return { client_name: name, redirect_uris: uris }
}
