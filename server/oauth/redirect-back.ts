// The way back to the application: in the fragment for tokens, which no server sees, in the query for everything else.

import type { PageReply } from '../pages/page.ts'

type Parameters = Readonly<Record<string, string | null>>

/** The address is added to, never taken apart: it is the one that was registered, letter by letter. */
export function backWith(redirect_uri: string, place: 'query' | 'fragment', parameters: Parameters): PageReply {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null)
  const text = new URLSearchParams(given).toString()
  const mark = place === 'fragment' ? '#' : !redirect_uri.includes('?') ? '?' : /[?&]$/.test(redirect_uri) ? '' : '&'
  return { redirect: `${redirect_uri}${mark}${text}` }
}

/** Where the consent form may lead: browsers follow the policy through the whole chain of redirects, so by scheme. */
export function formTargetsOf(redirect_uri: string): string[] {
  const { protocol } = new URL(redirect_uri)
  return protocol === 'http:' ? ['http:', 'https:'] : [protocol]
}
