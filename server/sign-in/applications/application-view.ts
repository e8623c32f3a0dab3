// Applications as records, without their secrets.

import type { Reader } from '../../platform/sql/index.ts'
import { type ApplicationRow, type BotRow, listBots } from './application-store.ts'
import { redirectUrisOf } from './redirect-uris.ts'
import { partsOf, scopeOfApplication } from './token-parts.ts'

export async function viewApplications(db: Reader, applications: readonly ApplicationRow[]) {
  const bots = await listBots(db, applications)
  return applications.map(row => applicationView(row, bots.get(row.bot_user_id ?? 0) ?? null))
}

export const viewApplication = async (db: Reader, application: ApplicationRow) =>
  (await viewApplications(db, [application]))[0] as ReturnType<typeof applicationView>

function applicationView(row: ApplicationRow, bot_user: BotRow | null) {
  const redirect_uris = redirectUrisOf(row)
  const parts = partsOf(row)
  return {
    client_id: row.client_id,
    name: row.name,
    redirect_uri: redirect_uris[0] ?? '',
    redirect_uris,
    whitelisted_domains: JSON.parse(row.whitelisted_domains) as string[],
    require_pkce: row.require_pkce === 1,
    allow_implicit: row.allow_implicit === 1,
    token_endpoint_auth_method: row.auth_method,
    bot: bot_user !== null,
    bot_user,
    scope: scopeOfApplication(row),
    created_with: parts.find(({ part }) => part === 'application')?.created_with ?? null,
    parts_created_with: parts.flatMap(({ part, value, created_with }) =>
      part === 'application' ? [] : [{ part, redirect_uri: value, created_with }],
    ),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
