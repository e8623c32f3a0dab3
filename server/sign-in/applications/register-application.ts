// Registering an application. Its secret is shown once, in the response. A public client has none.

import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/sql/index.ts'
import { type ApplicationRow, insertApplication } from './application-store.ts'
import { newClientSecret } from './client-secret.ts'
import type { TokenPart } from './token-parts.ts'

export interface ApplicationDraft {
  /** Null if the application registers itself. */
  readonly user_id: number | null
  readonly name: string
  readonly redirect_uris: readonly string[]
  readonly whitelisted_domains?: readonly string[] | undefined
  readonly require_pkce?: boolean | undefined
  readonly allow_implicit?: boolean | undefined
  readonly token_endpoint_auth_method?: ApplicationRow['auth_method'] | undefined
  readonly registered_from?: string
  /** The most scopes of its tokens; null for all. */
  readonly scope?: string | null
  readonly token_parts?: readonly TokenPart[]
}

export interface RegisteredApplication {
  readonly application: ApplicationRow
  /** Null for a public client. */
  readonly client_secret: string | null
}

export async function registerApplication(
  tx: Tx,
  draft: ApplicationDraft,
  now: string,
): Promise<RegisteredApplication> {
  const auth_method = draft.token_endpoint_auth_method ?? 'client_secret_basic'
  const isPublic = auth_method === 'none'
  const { client_secret, secret_hash } = isPublic ? noSecret : newClientSecret()
  const isOwned = draft.user_id !== null
  const application: ApplicationRow = {
    client_id: randomBytes(12).toString('hex'),
    user_id: draft.user_id,
    name: draft.name,
    secret_hash,
    redirect_uris: JSON.stringify(draft.redirect_uris),
    whitelisted_domains: JSON.stringify(draft.whitelisted_domains ?? []),
    require_pkce: Number(draft.require_pkce ?? isPublic),
    allow_implicit: Number(draft.allow_implicit ?? !isPublic),
    created_at: now,
    updated_at: now,
    source: isOwned ? 'owner' : 'registration',
    auth_method,
    bot_user_id: null,
    fetched_at: null,
    last_used_at: null,
    registered_from: draft.registered_from ?? null,
    scope: draft.scope ?? null,
    token_parts: JSON.stringify(draft.token_parts ?? []),
  }
  await insertApplication(tx, application)
  return { application, client_secret }
}

export const noSecret = { client_secret: null, secret_hash: '' } as const
