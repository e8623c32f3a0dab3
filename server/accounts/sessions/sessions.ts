// The handlers of a user's own sessions: list and end them.

import { notFound, requireRecentAuthentication } from '../access/index.ts'
import { listPersonalGrants, revokePersonalTokens } from '../grants/index.ts'
import { type Handlers, read, write } from '../handler.ts'
import { recordAccountAudit } from '../identity/index.ts'
import { endOtherSessions, endSession } from './browser-sessions.ts'
import { listSessions } from './session-store.ts'
import { readUserAgent } from './user-agent.ts'

export const sessionHandlers: Handlers<'sessions'> = {
  list: read(async ({ db, caller, claim, now }) => ({
    sessions: (await listSessions(db, caller.id, now)).map(row => ({
      id: row.id,
      user_agent: row.user_agent,
      ...readUserAgent(row.user_agent),
      address: row.address,
      is_current: row.grant_id === claim.grant_id,
      created_at: row.created_at,
      last_seen_at: row.last_seen_at,
    })),
  })),

  deleteOthers: write(async ({ tx, caller, claim, body: { tokens = false, keep = false }, now }) => {
    await requireRecentAuthentication(tx, claim, now)
    await endOtherSessions(tx, caller.id, claim.grant_id, now)
    if (!tokens) return { message: 'All other sessions were ended' }
    const revoked = await listPersonalGrants(tx, { id: caller.id, only_workspace_id: null }, now)
    await revokePersonalTokens(tx, caller.id, now, keep ? 'keeps' : 'ends')
    for (const { id, name } of revoked)
      await recordAccountAudit(tx, caller, { action: 'TOKEN_REVOKED', subject: { type: 'token', id, name }, now })
    return { message: 'All other sessions were ended, and all personal tokens revoked' }
  }),

  delete: write(async ({ tx, caller, claim, params, now }) => {
    await requireRecentAuthentication(tx, claim, now)
    if (!(await endSession(tx, caller.id, params.session_id, now))) throw notFound('session')
    return { message: 'The session was ended' }
  }),
}
