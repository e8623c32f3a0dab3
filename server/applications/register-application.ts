// Registering an application. Its secret is shown once, in the response.

import { randomBytes } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { type ApplicationRow, insertApplication } from './application-store.ts'
import { newClientSecret } from './client-secret.ts'

export interface ApplicationDraft {
  readonly user_id: number
  readonly name: string
  readonly redirect_uris: readonly string[]
  readonly whitelisted_domains?: readonly string[] | undefined
  readonly require_pkce?: boolean | undefined
  readonly allow_implicit?: boolean | undefined
}

export async function registerApplication(
  tx: Tx,
  draft: ApplicationDraft,
  now: string,
): Promise<{ application: ApplicationRow; client_secret: string }> {
  const { client_secret, secret_hash } = newClientSecret()
  const application: ApplicationRow = {
    client_id: randomBytes(12).toString('hex'),
    user_id: draft.user_id,
    name: draft.name,
    secret_hash,
    redirect_uris: JSON.stringify(draft.redirect_uris),
    whitelisted_domains: JSON.stringify(draft.whitelisted_domains ?? []),
    require_pkce: Number(draft.require_pkce ?? false),
    allow_implicit: Number(draft.allow_implicit ?? true),
    created_at: now,
    updated_at: now,
    source: 'owner',
    auth_method: 'client_secret',
    bot_user_id: null,
    fetched_at: null,
    last_used_at: null,
  }
  await insertApplication(tx, application)
  return { application, client_secret }
}
