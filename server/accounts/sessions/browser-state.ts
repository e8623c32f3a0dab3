// The state of a browser on the server-rendered pages, signed in or not: the secret in its cookie, the session it belongs
// to, and the CSRF token for its forms. The CSRF token is derived from the secret, so other sites cannot know it.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Cookie, PageCall } from '../../platform/pages/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { newSecret } from '../../tools/index.ts'
import { hasSession, maxSessionSeconds, resumeSession } from './browser-sessions.ts'
import type { SignedInSession } from './session-store.ts'

export interface BrowserState {
  readonly csrf: string
  /** Known only to this browser and the server, for sign-in steps that the browser has to finish. */
  readonly browserKey: string
  readonly session: SignedInSession | null
  /** The cookies to set in the response, if the browser sent none. */
  readonly cookies: readonly Cookie[]
}

export interface SessionDependencies {
  readonly db: Database
  readonly publicUrl: string
}

const secretShape = /^[\w-]{43}$/

export async function readBrowserState({ db, publicUrl }: SessionDependencies, call: PageCall): Promise<BrowserState> {
  const name = cookieName(publicUrl)
  const secret = call.cookies.get(name) ?? ''
  if (!secretShape.test(secret)) {
    const value = newSecret()
    return { ...derivedFrom(value), session: null, cookies: [{ name, value }] }
  }
  return { ...derivedFrom(secret), session: await resumeSession(db, secret, call), cookies: [] }
}

/** Only decides which page is sent, never what is allowed. Does not extend the session. */
export async function isSignedIn(
  { db, publicUrl }: SessionDependencies,
  cookies: ReadonlyMap<string, string>,
): Promise<boolean> {
  const secret = cookies.get(cookieName(publicUrl)) ?? ''
  return secretShape.test(secret) && (await hasSession(db.read, secret, new Date().toISOString()))
}

/** Set at sign-in. */
export const sessionCookie = (publicUrl: string, secret: string): Cookie => ({
  name: cookieName(publicUrl),
  value: secret,
  maxAgeSeconds: maxSessionSeconds,
})

/** Creates a new secret for a browser that is about to sign in, so that one planted by an attacker is of no use. */
export function renewedBrowser(publicUrl: string): { readonly browserKey: string; readonly cookie: Cookie } {
  const value = newSecret()
  return { browserKey: derivedFrom(value).browserKey, cookie: { name: cookieName(publicUrl), value } }
}

export const clearedCookie = (publicUrl: string): Cookie => ({
  name: cookieName(publicUrl),
  value: '',
  maxAgeSeconds: 0,
})

export function isCsrfToken(token: string, { csrf }: BrowserState): boolean {
  const [one, other] = [Buffer.from(token), Buffer.from(csrf)]
  return one.length === other.length && timingSafeEqual(one, other)
}

// The __Host- prefix keeps sibling domains from setting the cookie. Browsers accept it over https only.
const cookieName = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-tessera' : 'tessera')

const derivedFrom = (secret: string) => ({ csrf: derive(secret, 'csrf'), browserKey: derive(secret, 'browser') })

const derive = (secret: string, use: string) => createHmac('sha256', secret).update(use).digest('base64url')
