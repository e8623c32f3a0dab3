// The handlers of registered applications. How applications get tokens is in oauth/.

import { Problem } from '@tessera/contract'
import { revokeGrantsOfApplication } from '../../accounts/grants/index.ts'
import { type Handlers, read, write } from '../../accounts/handler.ts'
import { requireApplicationAllowance } from './application-allowance.ts'
import { deleteApplication, listApplications, updateApplication } from './application-store.ts'
import { viewApplication, viewApplications } from './application-view.ts'
import { disableBot, enableBot } from './bots.ts'
import { newClientSecret } from './client-secret.ts'
import { mergeRedirectUris } from './redirect-uris.ts'
import { registerApplication } from './register-application.ts'
import { changeApplication, requirePublicClientRules } from './update-application.ts'
import { listWhitelistingOrganizations } from './whitelistings.ts'

export const applicationHandlers = ({ publicUrl }: { publicUrl: string }): Handlers<'applications'> => ({
  list: read(async ({ db, caller }) => ({
    applications: await viewApplications(db, await listApplications(db, caller.id)),
  })),

  create: write(async ({ tx, caller, body, limits, now }) => {
    // Applications registered by a bot would outlive the application that the bot belongs to.
    if (caller.type === 'bot') throw new Problem('ForbiddenError', 'A bot cannot register applications')
    await requireApplicationAllowance(tx, caller.id, limits)
    requirePublicClientRules(body, body.token_endpoint_auth_method)
    const redirect_uris = mergeRedirectUris(body, [], publicUrl.startsWith('http:'))
    const draft = { ...body, redirect_uris, user_id: caller.id }
    const { application, client_secret } = await registerApplication(tx, draft, now)
    const made = body.bot ? await enableBot(tx, application, { publicUrl, now }) : application
    return { application: { ...(await viewApplication(tx, made)), ...shownOnce(client_secret) } }
  }),

  get: read(async ({ db, application }) => ({ application: await viewApplication(db, application) })),

  update: write(async ({ tx, application: before, body, now }) => {
    if (Object.keys(body).length === 0) return { application: await viewApplication(tx, before) }
    const { application, client_secret } = await changeApplication(tx, before, body, { publicUrl, now })
    return { application: { ...(await viewApplication(tx, application)), ...shownOnce(client_secret) } }
  }),

  delete: write(async ({ tx, application, now }) => {
    const deleted = await deleteApplication(tx, application.client_id)
    if (deleted) await disableBot(tx, deleted, now)
    return { message: 'The application was deleted' }
  }),

  regenerateSecret: write(async ({ tx, application: { client_id, auth_method }, now }) => {
    if (auth_method === 'none') throw new Problem('BadRequest', 'A public client has no secret')
    const { client_secret, secret_hash } = newClientSecret()
    const application = await updateApplication(tx, client_id, { secret_hash, updated_at: now })
    await revokeGrantsOfApplication(tx, client_id, now)
    return { application: { ...(await viewApplication(tx, application)), client_secret } }
  }),

  listOrganizations: read(async ({ db, application }) => ({
    organizations: await listWhitelistingOrganizations(db, application.client_id),
  })),
})

const shownOnce = (client_secret: string | null) => (client_secret === null ? {} : { client_secret })
