// The addresses an application may be sent back to, together with a token or a code: so they must lead to the application
// and nobody else. They are kept as they were written, because they are compared letter by letter.

import { badField } from '@tessera/contract'

const most = 20

interface Given {
  readonly redirect_uri?: string | undefined
  readonly redirect_uris?: readonly string[] | undefined
}

/** The whole list after a create or an update; `redirect_uri` is its first. At least one is needed. */
export function mergeRedirectUris(given: Given, before: readonly string[], isOwnHttp: boolean): string[] {
  const { redirect_uri, redirect_uris } = given
  if (redirect_uri !== undefined) askUri('redirect_uri', redirect_uri, isOwnHttp)
  for (const [index, uri] of (redirect_uris ?? []).entries()) askUri(`redirect_uris[${index}]`, uri, isOwnHttp)
  const rest = redirect_uris ?? (redirect_uri === undefined ? before : before.slice(1))
  const all = [...new Set([...(redirect_uri === undefined ? [] : [redirect_uri]), ...rest])]
  if (all.length === 0) throw badField(redirect_uris ? 'redirect_uris' : 'redirect_uri', 'is required: at least one')
  if (all.length > most) throw badField('redirect_uris', `must be at most ${most}`)
  return all
}

function askUri(field: string, uri: string, isOwnHttp: boolean): void {
  const fault = faultOf(uri, isOwnHttp)
  if (fault) throw badField(field, fault)
}

/** Schemes that lead into the browser or the machine instead of to an application. */
const refused = new Set(
  'about blob chrome chrome-extension cid content data file filesystem ftp ftps ws wss intent jar javascript mailto mid sms tel urn vbscript view-source'.split(
    ' ',
  ),
)

function faultOf(uri: string, isOwnHttp: boolean): string | null {
  // The parser would quietly drop some of these, and another reader may not.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\"<>^`{|}]/.test(uri))
    return 'must be an address without blanks or control characters'
  const url = URL.parse(uri)
  if (!url) return 'must be a whole address, like https://app.example.com/callback'
  if (uri.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'must not have a user name or password'
  const scheme = url.protocol.slice(0, -1)
  if (scheme === 'https') return null
  if (scheme === 'http')
    return isOwnHttp || isLoopback(url.hostname) ? null : 'must be https, unless it leads to this machine'
  return refused.has(scheme) ? `must not have the scheme ${scheme}` : null
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
