// Updates an application. If it becomes a public client it loses its secret; if it stops being one it gets a new one.

import { type BodyOf, badField, type Operations } from '@tessera/contract'
import { revokeGrantsOfApplication } from '../../accounts/grants/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { type ApplicationRow, updateApplication } from './application-store.ts'
import { disableBot, enableBot, renameBot } from './bots.ts'
import { newClientSecret } from './client-secret.ts'
import { mergeRedirectUris, redirectUrisOf } from './redirect-uris.ts'
import { noSecret, type RegisteredApplication } from './register-application.ts'

export type ApplicationEdit = BodyOf<Operations['applications']['update']>

interface UpdateContext {
  readonly publicUrl: string
  readonly now: string
}

/** `client_secret` is null unless a new one was created. */
export async function changeApplication(
  tx: Tx,
  application: ApplicationRow,
  edit: ApplicationEdit,
  { publicUrl, now }: UpdateContext,
): Promise<RegisteredApplication> {
  const { client_id } = application
  const auth_method = edit.token_endpoint_auth_method ?? application.auth_method
  requirePublicClientRules(edit, auth_method)
  const isPublic = auth_method === 'none'
  const wasPublic = application.auth_method === 'none'
  const secret = isPublic === wasPublic ? null : isPublic ? noSecret : newClientSecret()
  const changed = await updateApplication(tx, client_id, {
    ...columnsOf(edit, application, publicUrl),
    auth_method,
    ...(isPublic ? { require_pkce: 1, allow_implicit: 0 } : {}),
    ...(secret === null ? {} : { secret_hash: secret.secret_hash }),
    updated_at: now,
  })
  if (secret !== null) await revokeGrantsOfApplication(tx, client_id, now)
  if (edit.name !== undefined) await renameBot(tx, changed, now)
  const hasBot = isPublic ? false : edit.bot
  const updated = await changeBot(tx, changed, hasBot, { publicUrl, now })
  return { application: updated, client_secret: secret?.client_secret ?? null }
}

/**
 * A public client cannot prove its identity, so it needs PKCE, gets no tokens in redirects, and cannot act for itself.
 */
export function requirePublicClientRules(
  { require_pkce, allow_implicit, bot }: Pick<ApplicationEdit, 'require_pkce' | 'allow_implicit' | 'bot'>,
  auth_method: ApplicationRow['auth_method'] | undefined,
): void {
  if (auth_method !== 'none') return
  if (require_pkce === false) throw badField('require_pkce', 'must be true for a public client')
  if (allow_implicit === true) throw badField('allow_implicit', 'must be false for a public client')
  if (bot === true) throw badField('bot', 'must be false for a public client: a bot needs a client secret')
}

function columnsOf(edit: ApplicationEdit, application: ApplicationRow, publicUrl: string): Partial<ApplicationRow> {
  const { name, whitelisted_domains: domains, require_pkce, allow_implicit } = edit
  const redirect_uris = mergeRedirectUris(edit, redirectUrisOf(application), publicUrl.startsWith('http:'))
  return {
    redirect_uris: JSON.stringify(redirect_uris),
    ...(name === undefined ? {} : { name }),
    ...(domains === undefined ? {} : { whitelisted_domains: JSON.stringify(domains) }),
    ...(require_pkce === undefined ? {} : { require_pkce: Number(require_pkce) }),
    ...(allow_implicit === undefined ? {} : { allow_implicit: Number(allow_implicit) }),
  }
}

async function changeBot(
  tx: Tx,
  application: ApplicationRow,
  hasBot: boolean | undefined,
  context: UpdateContext,
): Promise<ApplicationRow> {
  if (hasBot === true) return await enableBot(tx, application, context)
  if (hasBot === false) await disableBot(tx, application, context.now)
  return application
}
