// The token that the pages of a signed-in person use: asked for with the session's cookie, kept in memory alone, renewed
// before it ends and when it is refused. Whoever is not signed in is sent to do so, and comes back.

import type { TokenSource } from '@tessera/client'

export interface Greeting {
  readonly access_token: string
  /** Seconds since 1970. */
  readonly expires_at: number
  /** For the form that signs out. */
  readonly csrf: string
  readonly user: {
    readonly id: number
    readonly email: string
    readonly first_name: string
    readonly last_name: string
  }
}

const renewBeforeSeconds = 120

export interface SessionTokens {
  /** Asks anew, whatever is known. */
  readonly greet: () => Promise<Greeting>
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
  let known: Greeting | null = null
  let asking: Promise<Greeting> | null = null

  async function ask(): Promise<Greeting> {
    const response = await fetch('/session/token', { method: 'POST', headers: { 'x-tessera-session': '1' } })
    if (response.status === 401) {
      signIn()
      // The page is about to go: nobody needs to be told that it has no token.
      return await new Promise(() => {})
    }
    if (!response.ok) throw new Error(`the session could not be read: ${response.status}`)
    known = (await response.json()) as Greeting
    return known
  }

  const greet = () => {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }

  async function token(refused: string | null): Promise<string> {
    const isGood = known && known.access_token !== refused && known.expires_at - renewBeforeSeconds > now() / 1000
    return (isGood && known ? known : await greet()).access_token
  }

  return { greet, token }
}

function goToSignIn(): void {
  const { pathname, search, hash } = window.location
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search + hash)}`)
}
