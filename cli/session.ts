// Which server a command calls, and with which token. TESSERA_URL and TESSERA_TOKEN come before what `login` stored. A
// token from the environment is only sent to the server of the environment.

import { type Client, connect } from '@tessera/client'
import { type CommandIo, type Profile, UsageError } from './command.ts'
import { credentialsFileOf, findCredentials, readCredentials } from './credentials.ts'
import { NotSignedIn } from './exit-codes.ts'
import { freshToken } from './fresh-token.ts'
import cli from './package.json' with { type: 'json' }

export interface Session {
  profile(): Promise<Profile>
  client(): Promise<Client>
}

export const userAgent = `tessera-cli/${cli.version}`

export function openSession(io: Pick<CommandIo, 'environment'>, url: string | undefined): Session {
  let opened: Promise<Profile> | undefined
  const profile = () => {
    opened ??= openProfile(io.environment, url)
    return opened
  }
  return {
    profile,
    async client() {
      const { url: origin, token } = await profile()
      return connect({ url: origin, token, userAgent })
    },
  }
}

/** Whether a command can call a server without asking for a sign-in first. */
export async function hasSession(environment: CommandIo['environment'], url: string | undefined): Promise<boolean> {
  if (url !== undefined || environment.TESSERA_URL || environment.TESSERA_TOKEN) return true
  return (await readCredentials(credentialsFileOf(environment))).current !== null
}

async function openProfile(environment: CommandIo['environment'], url: string | undefined): Promise<Profile> {
  const { TESSERA_URL, TESSERA_TOKEN } = environment
  const wanted = url ?? (TESSERA_URL || undefined)
  const origin = wanted === undefined ? null : originOf(wanted)
  if (TESSERA_TOKEN && (!url || !TESSERA_URL || originOf(TESSERA_URL) === origin)) {
    if (origin === null)
      throw new UsageError('TESSERA_TOKEN is set, but TESSERA_URL is not. Set TESSERA_URL to the server of the token.')
    return { url: origin, token: async () => TESSERA_TOKEN }
  }
  const file = credentialsFileOf(environment)
  const found = findCredentials(await readCredentials(file), origin)
  if (!found) throw notSignedIn(origin)
  return { url: found.url, token: refused => freshToken(file, found.url, refused ?? null) }
}

const notSignedIn = (url: string | null) =>
  new NotSignedIn(
    url === null
      ? 'You are not signed in. Run: tessera login'
      : `You are not signed in to ${url}. Run: tessera login --url ${url}`,
  )

/** The address that a user typed, with or without /api, as an origin. */
export function originOf(text: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${isLocalHost(text) ? 'http' : 'https'}://${text}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`"${text}" is not the address of a server.`)
  return url.origin
}

const isLocalHost = (text: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/.test(text)
