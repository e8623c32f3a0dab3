// Reads the scope and the resource that a client asks for (RFC 6749, 3.3; RFC 8707).

import { scopes } from '@tessera/contract'
import { audiencesOf } from '../../accounts/tokens/index.ts'
import { OAuthError } from './oauth-error.ts'

/** Returns everything in `allowed` if nothing is asked for. The result is in the order of the table of scopes. */
export function readScope(text: string, allowed: string): string {
  const words = text.split(' ').filter(word => word !== '')
  const known = allowed.split(' ')
  const unknown = words.find(word => !known.includes(word))
  if (unknown !== undefined)
    throw new OAuthError('invalid_scope', `scope must be made of ${known.join(', ')}, separated by spaces`)
  return scopes.filter(scope => (words.length > 0 ? words : known).includes(scope)).join(' ')
}

/** Returns null if none is asked for: the tokens are for the API. */
export function readResource(text: string | null, publicUrl: string): string | null {
  if (text === null) return null
  const resource = text.replace(/\/$/, '')
  const known = audiencesOf(publicUrl)
  if (!known.includes(resource)) throw new OAuthError('invalid_target', `resource must be one of ${known.join(', ')}`)
  return resource
}

/** A token request may name a resource if the authorization named none, or the same one. */
export function narrowResource(text: string | undefined, granted: string | null, publicUrl: string): string | null {
  const resource = readResource(text ?? null, publicUrl)
  if (resource !== null && granted !== null && resource !== granted)
    throw new OAuthError('invalid_target', 'resource differs from the one in the authorization request')
  return resource ?? granted
}
