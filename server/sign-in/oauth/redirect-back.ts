// Redirects back to the application. Tokens go in the fragment, which is not sent to servers; the rest in the query.

import type { PageReply } from '../../platform/pages/index.ts'

type Parameters = Readonly<Record<string, string | null>>

export interface WayBack {
  readonly redirect_uri: string
  readonly state: string | null
  /**
   * The issuer: this service. It keeps an application that uses several services from sending a code to the wrong one
   * (RFC 9207).
   */
  readonly iss: string
}

/** Appends to the redirect URI without parsing it, so that it stays exactly as registered. */
export function redirectBack(
  { redirect_uri, state, iss }: WayBack,
  part: 'query' | 'fragment',
  parameters: Parameters,
): PageReply {
  const all = Object.entries({ ...parameters, state, iss })
  const present = all.filter((entry): entry is [string, string] => entry[1] !== null)
  const text = new URLSearchParams(present).toString()
  const separator =
    part === 'fragment' ? '#' : !redirect_uri.includes('?') ? '?' : /[?&]$/.test(redirect_uri) ? '' : '&'
  return { redirect: `${redirect_uri}${separator}${text}` }
}

/**
 * The sources for the form-action policy. Browsers apply it to every redirect that follows, so it names schemes, not
 * hosts.
 */
export function formTargetsOf(redirect_uri: string): string[] {
  const { protocol } = new URL(redirect_uri)
  return protocol === 'http:' ? ['http:', 'https:'] : [protocol]
}
