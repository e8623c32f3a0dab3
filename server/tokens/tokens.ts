// The handlers of personal access tokens.

import { getCaller } from '../access/access.ts'
import { type Handlers, read, write } from '../handler.ts'
import { type GrantRow, listPersonalGrants, revokeGrant } from '../identity/grant-store.ts'
import { createPersonalGrant } from '../identity/grants.ts'
import { lockUser } from '../identity/user-store.ts'
import type { AccessTokens } from './access-token.ts'

const daySeconds = 24 * 60 * 60
const defaultDays = 15

export const tokenHandlers = ({ issueAccessToken }: Pick<AccessTokens, 'issueAccessToken'>): Handlers<'tokens'> => ({
  list: read(async ({ db, caller, now }) => ({
    tokens: (await listPersonalGrants(db, caller.id, now)).map(tokenView),
  })),

  create: write(async ({ tx, claim, caller, body, now }) => {
    await lockUser(tx, caller.id)
    // Checked again under the lock: the caller's grant may have been revoked meanwhile.
    await getCaller(tx, claim)
    const lifeSeconds = (body.days ?? defaultDays) * daySeconds
    const grant = await createPersonalGrant(tx, { user_id: caller.id, name: body.name, now, lifeSeconds })
    const content = { user_id: caller.id, grant_id: grant.id, client_id: null, now: Date.parse(now), lifeSeconds }
    return { token: { ...tokenView(grant), access_token: await issueAccessToken(content) } }
  }),

  delete: write(async ({ tx, token, now }) => {
    await revokeGrant(tx, token.id, now)
    return { message: 'The token was revoked' }
  }),
})

const tokenView = ({ id, name, created_at, expires_at }: GrantRow) => ({
  id,
  name,
  created_at,
  expires_at: Date.parse(expires_at) / 1000,
})
