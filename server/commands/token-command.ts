// An access token for an operator's scripts, printed and nothing else, so that it can be taken up by a shell.

import { tokenLifeSeconds } from '../tokens/access-token.ts'
import { givePersonalGrant } from '../tokens/grants.ts'
import { getUser } from './asked-for.ts'
import { BadCommand, defineCommand } from './command.ts'

export const token = defineCommand({
  usage: 'token --email <email>',
  does: 'prints an access token of that user, and nothing else',
  options: { email: 'required' },
  async run({ db, tokens }, { email }) {
    const { id: user_id, locked_at, archived } = await getUser(db.read, 'email', email)
    if (locked_at !== null || archived === 1) throw new BadCommand(`${email} is locked: a token would be refused.`)
    const now = new Date().toISOString()
    const lifeSeconds = tokenLifeSeconds
    const grant = await db.write(tx => givePersonalGrant(tx, { user_id, name: 'Command line', now, lifeSeconds }))
    const carried = { user_id, grant_id: grant.id, client_id: null, now: Date.parse(now), lifeSeconds }
    return await tokens.issueAccessToken(carried)
  },
})
