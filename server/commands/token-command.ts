// Prints an access token for an operator's scripts, and nothing else, so that a shell can capture it.

import { createPersonalGrant } from '../identity/grants.ts'
import { findPublicUrl } from '../installation/stored-public-url.ts'
import { openAccessTokens, tokenLifeSeconds } from '../tokens/access-token.ts'
import { getUser } from './check-arguments.ts'
import { defineCommand, UsageError } from './command.ts'

export const token = defineCommand({
  usage: 'token --email <email>',
  summary: 'prints an access token of that user, and nothing else',
  options: { email: 'required' },
  async run({ db, config }, { email }) {
    const { id: user_id, locked_at, archived } = await getUser(db.read, 'email', email)
    if (locked_at !== null || archived === 1) throw new UsageError(`${email} is locked, so a token would be rejected.`)
    const now = new Date().toISOString()
    const lifeSeconds = tokenLifeSeconds
    const grant = await db.write(tx => createPersonalGrant(tx, { user_id, name: 'Command line', now, lifeSeconds }))
    const carried = { user_id, grant_id: grant.id, client_id: null, now: Date.parse(now), lifeSeconds }
    const { publicUrl, stored } = await findPublicUrl(db.read, config)
    const tokens = await openAccessTokens({ db, publicUrl })
    return { stdout: await tokens.issueAccessToken(carried), stderr: publicUrlWarning(publicUrl, stored) }
  },
})

/** A token is only valid at the URL it names, and the settings may name another one than the server uses. */
const publicUrlWarning = (publicUrl: string, stored: string | null) =>
  stored === null || stored === publicUrl
    ? ''
    : `PUBLIC_URL or PORT makes this a token for ${publicUrl}, but the server last ran as ${stored}, which would reject it.`
