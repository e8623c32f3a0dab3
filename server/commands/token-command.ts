// Prints an access token for an operator's scripts, and nothing else, so that a shell can capture it. With --days, it is a
// personal token, which can be valid for longer than a signed one.

import { allScopes, normalizeScope, scopes } from '@tessera/contract'
import { createGrant } from '../accounts/grants/index.ts'
import { createPersonalToken, openAccessTokens, tokenLifeSeconds } from '../accounts/tokens/index.ts'
import { findPublicUrl } from '../api/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { getUser } from './check-arguments.ts'
import { type CommandOutput, defineCommand, UsageError } from './command.ts'

export const token = defineCommand({
  usage: 'token --email <email> [--days <1 to 365>] [--scope <scopes>]',
  summary: 'prints an access token of that user, and nothing else',
  options: { email: 'required', days: 'optional', scope: 'optional' },
  async run(dependencies, { email, days, scope: wanted }) {
    const lifeSeconds = days === undefined ? null : readDays(days) * 24 * 60 * 60
    const scope = readScope(wanted)
    const { db } = dependencies
    const { id: user_id, locked_at, archived } = await getUser(db.read, 'email', email)
    if (locked_at !== null || archived === 1) throw new UsageError(`${email} is locked, so a token would be rejected.`)
    const grant = { user_id, name: 'Command line', now: new Date().toISOString(), scope }
    if (lifeSeconds === null) return await issueSigned(dependencies, grant)
    return (await db.write(tx => createPersonalToken(tx, { ...grant, lifeSeconds }))).access_token
  },
})

interface CommandGrant {
  readonly user_id: number
  readonly name: string
  readonly now: string
  readonly scope: string
}

async function issueSigned({ db, config, sealedSecrets }: Dependencies, grant: CommandGrant): Promise<CommandOutput> {
  const lifeSeconds = tokenLifeSeconds
  const { id: grant_id } = await db.write(tx => createGrant(tx, { ...grant, kind: 'personal', lifeSeconds }))
  const content = { user_id: grant.user_id, grant_id, client_id: null, now: Date.parse(grant.now), lifeSeconds }
  const { publicUrl, stored } = await findPublicUrl(db.read, config)
  const tokens = await openAccessTokens({ db, publicUrl, sealedSecrets })
  // The token is valid for the whole service, so it works for agents, too.
  const access_token = await tokens.issueAccessToken({ ...content, resource: publicUrl })
  return { stdout: access_token, stderr: publicUrlWarning(publicUrl, stored) }
}

function readDays(days: string): number {
  const isValid = /^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= 365
  if (!isValid) throw new UsageError(`--days must be a whole number from 1 to 365, but is "${days}".`)
  return Number(days)
}

function readScope(wanted = allScopes): string {
  const scope = normalizeScope(wanted)
  if (scope === null) throw new UsageError(`--scope must be one or more of ${scopes.join(', ')}, separated by spaces.`)
  return scope
}

/** A token is only valid at the URL it names, and the settings may name a different URL than the server uses. */
const publicUrlWarning = (publicUrl: string, stored: string | null) =>
  stored === null || stored === publicUrl
    ? ''
    : `PUBLIC_URL or PORT makes this a token for ${publicUrl}, but the server last ran as ${stored}, which would reject it.`
