// The handlers of a user's own sessions: list and end them.

import { notFound } from '../access/access.ts'
import { type Handlers, read, write } from '../handler.ts'
import { endSession } from './browser-sessions.ts'
import { listSessions } from './session-store.ts'

export const sessionHandlers: Handlers<'sessions'> = {
  list: read(async ({ db, caller, claim, now }) => ({
    sessions: (await listSessions(db, caller.id, now)).map(row => ({
      id: row.id,
      user_agent: row.user_agent,
      address: row.address,
      is_current: row.grant_id === claim.grant_id,
      created_at: row.created_at,
      last_seen_at: row.last_seen_at,
    })),
  })),

  delete: write(async ({ tx, caller, params, now }) => {
    if (!(await endSession(tx, caller.id, params.session_id, now))) throw notFound('session')
    return { message: 'The session was ended' }
  }),
}
