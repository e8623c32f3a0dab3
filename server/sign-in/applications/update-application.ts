// Updates an application. If it becomes a public client it loses its secret; if it stops being one it gets a new one.

import { type BodyOf, badField, type Operations } from '@tessera/contract'
import { notFound } from '../../accounts/access/index.ts'
import { revokeGrantsOfApplication } from '../../accounts/grants/index.ts'
import type { WriteCall } from '../../accounts/handler.ts'
import { lockCreator } from '../../accounts/tokens/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { type ApplicationRow, listBots, lockApplication, updateApplication } from './application-store.ts'
import { disableBot, enableBot, renameBot } from './bots.ts'
import { newClientSecret } from './client-secret.ts'
import { mergeRedirectUris, redirectUrisOf } from './redirect-uris.ts'
import { noSecret, type RegisteredApplication } from './register-application.ts'
import { mailNewParts, type NewPart, partsOf, requirePartRights, type TokenPart, withNewParts } from './token-parts.ts'

export type ApplicationEdit = BodyOf<Operations['applications']['update']>

type UpdateCall = WriteCall<Operations['applications']['update']>

/** `client_secret` is null unless a new one was created. */
export async function changeApplication(
  call: UpdateCall,
  edit: ApplicationEdit,
  publicUrl: string,
): Promise<RegisteredApplication> {
  const { tx, now } = call
  const { client_id } = call.application
  const isHttp = publicUrl.startsWith('http:')
  const creation = await lockCreator(tx, call.claim, call.caller)
  const application = await lockApplication(tx, client_id)
  if (!application) throw notFound('application')
  const columns = columnsOf(edit, application, isHttp)
  const created = await newPartsOf(tx, edit, application, columns)
  if (created.length > 0 || isWeaker(edit, application)) await requirePartRights(call, application, created)
  const auth_method = edit.token_endpoint_auth_method ?? application.auth_method
  requirePublicClientRules(edit, auth_method)
  const isPublic = auth_method === 'none'
  const wasPublic = application.auth_method === 'none'
  const secret = isPublic === wasPublic ? null : isPublic ? noSecret : newClientSecret()
  const changed = await updateApplication(tx, client_id, {
    ...columns,
    auth_method,
    ...(isPublic ? { require_pkce: 1, allow_implicit: 0 } : {}),
    ...(secret === null ? {} : { secret_hash: secret.secret_hash }),
    token_parts: JSON.stringify(withNewParts(remainingParts(application, columns), created, creation)),
    updated_at: now,
  })
  if (secret !== null) await revokeGrantsOfApplication(tx, { client_id, now })
  if (edit.name !== undefined) await renameBot(tx, changed, now)
  const hasBot = isPublic ? false : edit.bot
  const updated = await changeBot(tx, changed, hasBot, { publicUrl, now })
  await mailNewParts(call, updated, created, creation)
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

/** What the request creates, without what the application has already: the page sends all fields. */
async function newPartsOf(
  tx: Tx,
  edit: ApplicationEdit,
  application: ApplicationRow,
  columns: Pick<ApplicationRow, 'redirect_uris'>,
): Promise<NewPart[]> {
  const before = redirectUrisOf(application)
  const added = redirectUrisOf(columns).filter(uri => !before.includes(uri))
  const method = edit.token_endpoint_auth_method
  const hasNewSecret = application.auth_method === 'none' && method !== undefined && method !== 'none'
  const hasNewBot = edit.bot === true && (await listBots(tx, [application])).size === 0
  return [
    ...(hasNewSecret ? [{ part: 'secret' } as const] : []),
    ...(hasNewBot ? [{ part: 'bot' } as const] : []),
    ...added.map(value => ({ part: 'redirect_uri', value }) as const),
  ]
}

/** Whether others can get tokens of the application more easily from now on. */
const isWeaker = (edit: ApplicationEdit, before: ApplicationRow): boolean =>
  (edit.allow_implicit === true && before.allow_implicit === 0) ||
  (edit.require_pkce === false && before.require_pkce === 1) ||
  (edit.token_endpoint_auth_method === 'none' && before.auth_method !== 'none')

/** Without the redirect URIs that are removed. */
function remainingParts(application: ApplicationRow, columns: Pick<ApplicationRow, 'redirect_uris'>): TokenPart[] {
  const uris = redirectUrisOf(columns)
  return partsOf(application).filter(({ value }) => value === null || uris.includes(value))
}

function columnsOf(edit: ApplicationEdit, application: ApplicationRow, isHttp: boolean) {
  const { name, whitelisted_domains: domains, require_pkce, allow_implicit } = edit
  const redirect_uris = mergeRedirectUris(edit, redirectUrisOf(application), isHttp)
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
  context: { readonly publicUrl: string; readonly now: string },
): Promise<ApplicationRow> {
  if (hasBot === true) return await enableBot(tx, application, context)
  if (hasBot === false) await disableBot(tx, application, context.now)
  return application
}
