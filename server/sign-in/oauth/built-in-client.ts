// The client of the command line, which every installation has without a registration. It is public, and stored when it
// is first used, so that a restored or older database has it too.

import type { Database } from '../../platform/sql/index.ts'
import { type ApplicationRow, findApplication, putApplication } from '../applications/application-store.ts'

export const builtInClientId = 'tessera-cli'

/** Any free port is accepted (RFC 8252, 7.3). */
const redirectUris = ['http://127.0.0.1/callback', 'http://[::1]/callback', 'http://localhost/callback']

export async function ensureBuiltInClient(db: Database, now: string): Promise<ApplicationRow> {
  const known = await findApplication(db.read, builtInClientId)
  if (known) return known
  const row: ApplicationRow = {
    client_id: builtInClientId,
    user_id: null,
    name: 'Tessera command line',
    secret_hash: '',
    redirect_uris: JSON.stringify(redirectUris),
    whitelisted_domains: '[]',
    require_pkce: 1,
    allow_implicit: 0,
    source: 'builtin',
    auth_method: 'none',
    bot_user_id: null,
    fetched_at: null,
    last_used_at: null,
    registered_from: null,
    scope: null,
    token_parts: '[]',
    created_at: now,
    updated_at: now,
  }
  return await db.write(tx => putApplication(tx, row))
}
