// The access token of a stored sign-in, renewed before it expires or if the server refused it. Only one process renews it
// at a time; the others then read the new one.

import { AuthorizationError, fetchMetadata, requestTokens } from './authorization-server.ts'
import {
  type Credentials,
  findCredentials,
  readCredentials,
  updateCredentials,
  withoutCredentials,
} from './credentials.ts'
import { NotSignedIn } from './exit-codes.ts'

const renewBeforeSeconds = 120

export async function freshToken(file: string | null, url: string, refused: string | null): Promise<string> {
  const known = findCredentials(await readCredentials(file), url)
  if (known && isFresh(known, refused)) return known.access_token
  let isOver = false
  const stored = await updateCredentials(file, async before => {
    const current = findCredentials(before, url)
    if (!current || isFresh(current, refused)) return before
    const renewed = await renew(current)
    isOver = renewed === null
    // Keeps the order of the servers, and the current one.
    return renewed === null
      ? withoutCredentials(before, url)
      : { ...before, servers: before.servers.map(one => (one.url === url ? renewed : one)) }
  })
  const found = findCredentials(stored, url)
  if (found && !isOver) return found.access_token
  throw new NotSignedIn(`Your sign-in at ${url} has ended. Run: tessera login --url ${url}`)
}

const isFresh = ({ access_token, expires_at }: Credentials, refused: string | null): boolean =>
  access_token !== refused && expires_at - renewBeforeSeconds > Date.now() / 1000

/** Null if the server no longer accepts it. */
async function renew(credentials: Credentials): Promise<Credentials | null> {
  const { url, refresh_token } = credentials
  const { token_endpoint } = await fetchMetadata(url)
  try {
    const {
      access_token,
      refresh_token: next,
      expires_at,
      scope,
    } = await requestTokens(token_endpoint, {
      grant_type: 'refresh_token',
      refresh_token,
    })
    return { ...credentials, access_token, refresh_token: next, expires_at, scope }
  } catch (error) {
    if (error instanceof AuthorizationError && /^invalid_(grant|client)$/.test(error.error)) return null
    throw error
  }
}
