// An access token for an operator's scripts, printed and nothing else, so that it can be taken up by a shell.

import { findServedAddress } from '../installation/served-address.ts'
import { openAccessTokens, tokenLifeSeconds } from '../tokens/access-token.ts'
import { givePersonalGrant } from '../tokens/grants.ts'
import { getUser } from './asked-for.ts'
import { BadCommand, defineCommand } from './command.ts'

export const token = defineCommand({
  usage: 'token --email <email>',
  does: 'prints an access token of that user, and nothing else',
  options: { email: 'required' },
  async run({ db, config }, { email }) {
    const { id: user_id, locked_at, archived } = await getUser(db.read, 'email', email)
    if (locked_at !== null || archived === 1) throw new BadCommand(`${email} is locked: a token would be refused.`)
    const now = new Date().toISOString()
    const lifeSeconds = tokenLifeSeconds
    const grant = await db.write(tx => givePersonalGrant(tx, { user_id, name: 'Command line', now, lifeSeconds }))
    const carried = { user_id, grant_id: grant.id, client_id: null, now: Date.parse(now), lifeSeconds }
    const { address, served } = await findServedAddress(db.read, config)
    const tokens = await openAccessTokens({ db, publicUrl: address })
    return { stdout: await tokens.issueAccessToken(carried), stderr: warning(address, served) }
  },
})

/** A token is good at the address it names, and the settings may name another than the server has. */
const warning = (address: string, served: string | null) =>
  served === null || served === address
    ? ''
    : `PUBLIC_URL or PORT makes this a token for ${address}, but the server last ran as ${served}, which would refuse it.`
