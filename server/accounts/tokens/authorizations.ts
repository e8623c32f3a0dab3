// Lists and revokes the applications that a user has authorized.

import { notFound, requireRecentAuthentication } from '../access/index.ts'
import { revokeGrantsOfApplication } from '../grants/index.ts'
import { type Handlers, read, write } from '../handler.ts'
import { recordAccountAudit } from '../identity/index.ts'
import { listAuthorizationsOf } from './authorization-store.ts'

export const authorizationHandlers: Handlers<'authorizations'> = {
  list: read(async ({ db, caller, now }) => ({
    authorizations: (await listAuthorizationsOf(db, caller.id, now)).map(({ first_name, last_name, ...rest }) => ({
      ...rest,
      owner: first_name === null || last_name === null ? null : { first_name, last_name },
    })),
  })),

  delete: write(async ({ tx, caller, claim, params, body: { keep = false }, now }) => {
    await requireRecentAuthentication(tx, claim, now)
    const { client_id } = params
    const authorized = (await listAuthorizationsOf(tx, caller.id, now)).find(one => one.client_id === client_id)
    const keeping = keep ? 'keeps' : 'ends'
    const revoked = await revokeGrantsOfApplication(tx, { user_id: caller.id, client_id, keeping, now })
    if (revoked === 0) throw notFound('authorization')
    const subject = { type: 'application', id: client_id, name: authorized?.name ?? client_id } as const
    await recordAccountAudit(tx, caller, { action: 'APPLICATION_REVOKED', subject, now })
    return { message: 'The authorization was revoked' }
  }),
}
