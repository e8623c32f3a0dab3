// The handlers of registered applications. How applications get tokens is in oauth/.

import { allScopes, Problem } from '@tessera/contract'
import { notFound } from '../../accounts/access/index.ts'
import { revokeGrantsOfApplication } from '../../accounts/grants/index.ts'
import { type Handlers, read, write } from '../../accounts/handler.ts'
import { lockCreator } from '../../accounts/tokens/index.ts'
import { requireApplicationAllowance } from './application-allowance.ts'
import { listApplications, lockApplication, updateApplication } from './application-store.ts'
import { viewApplication, viewApplications } from './application-view.ts'
import { enableBot } from './bots.ts'
import { newClientSecret } from './client-secret.ts'
import { endApplication } from './end-token-parts.ts'
import { mergeRedirectUris } from './redirect-uris.ts'
import { registerApplication } from './register-application.ts'
import { mailNewParts, partsOf, requirePartRights, withNewParts } from './token-parts.ts'
import { changeApplication, requirePublicClientRules } from './update-application.ts'
import { listWhitelistingOrganizations } from './whitelistings.ts'

export const applicationHandlers = ({ publicUrl }: { publicUrl: string }): Handlers<'applications'> => ({
  list: read(async ({ db, caller }) => ({
    applications: await viewApplications(db, await listApplications(db, caller.id)),
  })),

  create: write(async call => {
    const { tx, caller, body, limits, now } = call
    // Applications registered by a bot would outlive the application that the bot belongs to.
    if (caller.type === 'bot') throw new Problem('ForbiddenError', 'A bot cannot register applications')
    await requireApplicationAllowance(tx, caller.id, limits)
    requirePublicClientRules(body, body.token_endpoint_auth_method)
    const redirect_uris = mergeRedirectUris(body, [], publicUrl.startsWith('http:'))
    const hasSecret = body.token_endpoint_auth_method !== 'none'
    const created = [
      { part: 'application' },
      ...(hasSecret ? [secretPart] : []),
      ...(body.bot ? [botPart] : []),
    ] as const
    await requirePartRights(call, caller, created)
    const creation = await lockCreator(tx, call.claim, caller)
    // The application ends as a whole, so its parts need no entry.
    const token_parts = withNewParts([], created.slice(0, 1), creation)
    const scope = caller.scope === allScopes ? null : caller.scope
    const draft = { ...body, redirect_uris, user_id: caller.id, scope, token_parts }
    const { application, client_secret } = await registerApplication(tx, draft, now)
    const made = body.bot ? await enableBot(tx, application, { publicUrl, now }) : application
    await mailNewParts(call, made, created, creation)
    return { application: { ...(await viewApplication(tx, made)), ...shownOnce(client_secret) } }
  }),

  get: read(async ({ db, application }) => ({ application: await viewApplication(db, application) })),

  update: write(async call => {
    const { tx, body } = call
    if (Object.keys(body).length === 0) return { application: await viewApplication(tx, call.application) }
    const { application, client_secret } = await changeApplication(call, body, publicUrl)
    return { application: { ...(await viewApplication(tx, application)), ...shownOnce(client_secret) } }
  }),

  delete: write(async ({ tx, application, now }) => {
    const locked = await lockApplication(tx, application.client_id)
    if (locked) await endApplication(tx, locked, now)
    return { message: 'The application was deleted' }
  }),

  regenerateSecret: write(async call => {
    const { tx, now } = call
    const { client_id } = call.application
    const creation = await lockCreator(tx, call.claim, call.caller)
    const before = await lockApplication(tx, client_id)
    if (!before) throw notFound('application')
    await requirePartRights(call, before, [secretPart])
    if (before.auth_method === 'none') throw new Problem('BadRequest', 'A public client has no secret')
    const { client_secret, secret_hash } = newClientSecret()
    const token_parts = JSON.stringify(withNewParts(partsOf(before), [secretPart], creation))
    const application = await updateApplication(tx, client_id, { secret_hash, token_parts, updated_at: now })
    await revokeGrantsOfApplication(tx, { client_id, now })
    await mailNewParts(call, application, [secretPart], creation)
    return { application: { ...(await viewApplication(tx, application)), client_secret } }
  }),

  listOrganizations: read(async ({ db, application }) => ({
    organizations: await listWhitelistingOrganizations(db, application.client_id),
  })),
})

const secretPart = { part: 'secret' } as const
const botPart = { part: 'bot' } as const

const shownOnce = (client_secret: string | null) => (client_secret === null ? {} : { client_secret })
