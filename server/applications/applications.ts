// The handlers of registered applications. How applications get tokens is in oauth/.

import { type Handlers, read, write } from '../handler.ts'
import { revokeGrantsOfApplication } from '../identity/grants.ts'
import { type ApplicationRow, deleteApplication, listApplications, updateApplication } from './application-store.ts'
import { newClientSecret } from './client-secret.ts'
import { mergeRedirectUris } from './redirect-uris.ts'
import { registerApplication } from './register-application.ts'
import { listWhitelistingOrganizations } from './whitelistings.ts'

export const applicationHandlers = ({ publicUrl }: { publicUrl: string }): Handlers<'applications'> => {
  const allowHttp = publicUrl.startsWith('http:')
  return {
    list: read(async ({ db, caller }) => ({
      applications: (await listApplications(db, caller.id)).map(applicationView),
    })),

    create: write(async ({ tx, caller, body, now }) => {
      const redirect_uris = mergeRedirectUris(body, [], allowHttp)
      const draft = { ...body, redirect_uris, user_id: caller.id }
      const { application, client_secret } = await registerApplication(tx, draft, now)
      return { application: { ...applicationView(application), client_secret } }
    }),

    get: read(async ({ application }) => ({ application: applicationView(application) })),

    update: write(async ({ tx, application, body, now }) => {
      if (Object.keys(body).length === 0) return { application: applicationView(application) }
      const { name, whitelisted_domains: domains, require_pkce, allow_implicit } = body
      const redirect_uris = mergeRedirectUris(body, JSON.parse(application.redirect_uris), allowHttp)
      const updated = await updateApplication(tx, application.client_id, {
        redirect_uris: JSON.stringify(redirect_uris),
        ...(name === undefined ? {} : { name }),
        ...(domains === undefined ? {} : { whitelisted_domains: JSON.stringify(domains) }),
        ...(require_pkce === undefined ? {} : { require_pkce: Number(require_pkce) }),
        ...(allow_implicit === undefined ? {} : { allow_implicit: Number(allow_implicit) }),
        updated_at: now,
      })
      return { application: applicationView(updated) }
    }),

    delete: write(async ({ tx, application }) => {
      await deleteApplication(tx, application.client_id)
      return { message: 'The application was deleted' }
    }),

    regenerateSecret: write(async ({ tx, application: { client_id }, now }) => {
      const { client_secret, secret_hash } = newClientSecret()
      const application = await updateApplication(tx, client_id, { secret_hash, updated_at: now })
      await revokeGrantsOfApplication(tx, client_id, now)
      return { application: { ...applicationView(application), client_secret } }
    }),

    listOrganizations: read(async ({ db, application }) => ({
      organizations: await listWhitelistingOrganizations(db, application.client_id),
    })),
  }
}

function applicationView(row: ApplicationRow) {
  const redirect_uris = JSON.parse(row.redirect_uris) as string[]
  return {
    client_id: row.client_id,
    name: row.name,
    redirect_uri: redirect_uris[0] ?? '',
    redirect_uris,
    whitelisted_domains: JSON.parse(row.whitelisted_domains) as string[],
    require_pkce: row.require_pkce === 1,
    allow_implicit: row.allow_implicit === 1,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
