// Checks the redirect URIs of an application. A browser is sent there with a token or a code, so they must lead to the
// application only. They are stored exactly as written, because they are compared character by character.

import { badField } from '@tessera/contract'
import type { ApplicationRow } from './application-store.ts'

export const maxRedirectUris = 20

interface RedirectUriFields {
  readonly redirect_uri?: string | undefined
  readonly redirect_uris?: readonly string[] | undefined
}

export const redirectUrisOf = ({ redirect_uris }: Pick<ApplicationRow, 'redirect_uris'>) =>
  JSON.parse(redirect_uris) as string[]

/**
 * URIs are compared character by character, as RFC 6749 requires. A public client on the user's own machine listens on
 * any free port, so the port of its loopback addresses is not compared (RFC 8252, 7.3).
 */
export function isRedirectUri(application: ApplicationRow, uri: string | null): uri is string {
  if (uri === null) return false
  const registered = redirectUrisOf(application)
  if (registered.includes(uri)) return true
  if (application.auth_method !== 'none' || !URL.canParse(uri)) return false
  const portless = withoutLoopbackPort(uri)
  return portless !== null && registered.some(one => withoutLoopbackPort(one) === portless)
}

/** Returns null if it is not an http address of the user's own machine. */
function withoutLoopbackPort(uri: string): string | null {
  const found = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/.exec(uri)
  return found && `http://${found[1]}${uri.slice(found[0].length)}`
}

/**
 * Returns the complete list after a create or an update. `redirect_uri` is its first entry; at least one is required.
 */
export function mergeRedirectUris(fields: RedirectUriFields, before: readonly string[], allowHttp: boolean): string[] {
  const { redirect_uri, redirect_uris } = fields
  if (redirect_uri !== undefined) requireRedirectUri('redirect_uri', redirect_uri, allowHttp)
  for (const [index, uri] of (redirect_uris ?? []).entries())
    requireRedirectUri(`redirect_uris[${index}]`, uri, allowHttp)
  const rest = redirect_uris ?? (redirect_uri === undefined ? before : before.slice(1))
  const all = [...new Set([...(redirect_uri === undefined ? [] : [redirect_uri]), ...rest])]
  if (all.length === 0) throw badField(redirect_uris ? 'redirect_uris' : 'redirect_uri', 'is required')
  if (all.length > maxRedirectUris) throw badField('redirect_uris', `must have at most ${maxRedirectUris} entries`)
  return all
}

function requireRedirectUri(field: string, uri: string, allowHttp: boolean): void {
  const error = redirectUriError(uri, allowHttp)
  if (error) throw badField(field, error)
}

/** Schemes that the browser or the operating system handles itself, instead of opening an application. */
const forbiddenSchemes = new Set(
  'about blob chrome chrome-extension cid content data file filesystem ftp ftps ws wss intent jar javascript mailto mid sms tel urn vbscript view-source'.split(
    ' ',
  ),
)

export function redirectUriError(uri: string, allowHttp: boolean): string | null {
  // URL.parse silently drops some of these characters; another parser may not.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\"<>^`{|}]/.test(uri))
    return 'must be a URI without spaces, control characters or any of \\ " < > ^ ` { | }'
  const url = URL.parse(uri)
  if (!url) return 'must be an absolute URI such as https://app.example.com/callback'
  if (uri.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'must not have a user name or password'
  const scheme = url.protocol.slice(0, -1)
  if (scheme === 'https') return null
  if (scheme === 'http') return allowHttp || isLoopback(url.hostname) ? null : 'must use https, except for localhost'
  return forbiddenSchemes.has(scheme) ? `must not use the scheme ${scheme}` : null
}

export const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
