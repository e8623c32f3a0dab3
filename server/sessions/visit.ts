// A browser at our pages, signed in or not: the secret in its cookie, the session that this opens, and the token that its
// forms must carry. The token follows from the secret, so a form of another site cannot know it.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { newSecret } from '../ids.ts'
import type { Cookie, PageCall } from '../pages/page.ts'
import { findSignedIn, hasSession, longestSeconds } from './browser-sessions.ts'
import type { SignedIn } from './session-store.ts'

export interface Visit {
  readonly csrf: string
  readonly session: SignedIn | null
  /** To be set with the answer, where the browser came without one. */
  readonly cookies: readonly Cookie[]
}

export interface SessionParts {
  readonly db: Database
  readonly publicUrl: string
}

const secretShape = /^[\w-]{43}$/

export async function openVisit({ db, publicUrl }: SessionParts, call: PageCall): Promise<Visit> {
  const name = cookieName(publicUrl)
  const brought = call.cookies.get(name) ?? ''
  if (!secretShape.test(brought)) {
    const secret = newSecret()
    return { csrf: csrfOf(secret), session: null, cookies: [{ name, value: secret }] }
  }
  return { csrf: csrfOf(brought), session: await findSignedIn(db, brought, call), cookies: [] }
}

/** It decides which page is sent, never what is allowed; being seen is noted by whatever the page asks for then. */
export async function isSignedIn(
  { db, publicUrl }: SessionParts,
  cookies: ReadonlyMap<string, string>,
): Promise<boolean> {
  const secret = cookies.get(cookieName(publicUrl)) ?? ''
  return secretShape.test(secret) && (await hasSession(db.read, secret, new Date().toISOString()))
}

/** For whoever has just signed in. */
export const sessionCookie = (publicUrl: string, secret: string): Cookie => ({
  name: cookieName(publicUrl),
  value: secret,
  maxAgeSeconds: longestSeconds,
})

export const noCookie = (publicUrl: string): Cookie => ({ name: cookieName(publicUrl), value: '', maxAgeSeconds: 0 })

export function isCsrf(given: string, { csrf }: Visit): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(csrf)]
  return one.length === other.length && timingSafeEqual(one, other)
}

// The prefix keeps other hosts of the same domain from setting it; browsers take it only over https.
const cookieName = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-tessera' : 'tessera')

const csrfOf = (secret: string) => createHmac('sha256', secret).update('csrf').digest('base64url')
