// The access token of the pages: fetched with the session cookie, kept only in memory, and renewed before it expires or
// when it is refused. Without a session the browser goes to the sign-in page, which leads back.

import type { TokenSource } from '@tessera/client'

export interface SessionInfo {
  readonly access_token: string
  /** Seconds since 1970. */
  readonly expires_at: number
  /** For the form that signs out. */
  readonly csrf: string
  /** False if single sign-on is the only way to sign in. */
  readonly has_password_sign_in: boolean
  readonly user: {
    readonly id: number
    readonly email: string
    readonly first_name: string
    readonly last_name: string
  }
}

const renewBeforeSeconds = 120

export interface SessionTokens {
  /** Always requests a new one. If there is no session, it goes to the sign-in page and never resolves. */
  readonly fetchSession: () => Promise<SessionInfo>
  /** The same for pages that need no session: null if there is none. */
  readonly findSession: () => Promise<SessionInfo | null>
  readonly token: TokenSource
}

export function sessionTokens({
  fetch = (...args) => globalThis.fetch(...args),
  signIn = goToSignIn,
  now = Date.now,
}: {
  fetch?: typeof globalThis.fetch
  signIn?: () => void
  now?: () => number
} = {}): SessionTokens {
  let known: SessionInfo | null = null
  let pending: Promise<SessionInfo | null> | null = null

  async function requestSession(): Promise<SessionInfo | null> {
    const response = await fetch('/session/token', { method: 'POST', headers: { 'x-tessera-session': '1' } })
    if (response.status === 401) {
      // An unread body would keep the request open.
      await response.text()
      return null
    }
    if (!response.ok) throw new Error(`the session could not be read: ${response.status}`)
    known = (await response.json()) as SessionInfo
    return known
  }

  const findSession = () => {
    pending ??= requestSession().finally(() => {
      pending = null
    })
    return pending
  }

  async function fetchSession(): Promise<SessionInfo> {
    const session = await findSession()
    if (session) return session
    signIn()
    // The page is about to be replaced, so the caller must not report an error.
    return await new Promise(() => {})
  }

  async function token(refused: string | null): Promise<string> {
    const isGood = known && known.access_token !== refused && known.expires_at - renewBeforeSeconds > now() / 1000
    return (isGood && known ? known : await fetchSession()).access_token
  }

  return { fetchSession, findSession, token }
}

function goToSignIn(): void {
  const { pathname, search, hash } = window.location
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`)
}
