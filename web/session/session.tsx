// The signed-in user and the client that acts for them, as a React context.

import { type Client, connect, type TokenSource, type User } from '@tessera/client'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { TopBar } from '../ui/top-bar.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { describeFailure } from '../ui/use-action.ts'
import { type SessionInfo, sessionTokens } from './session-token.ts'

export interface Session {
  readonly client: Client
  /** For requests that do not use the client, such as the live socket. */
  readonly token: TokenSource
  readonly csrf: string
  /** False if single sign-on is the only way to sign in. */
  readonly hasPasswordSignIn: boolean
  readonly me: User
  /** Call it after changing the user. */
  readonly refreshMe: () => Promise<void>
}

type SessionState = Pick<Session, 'csrf' | 'hasPasswordSignIn' | 'me'>

const Context = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(Context)
  if (!session) throw new Error('there is no session here')
  return session
}

const tokens = sessionTokens()
const client = connect({ url: window.location.origin, token: tokens.token })

export function SessionProvider({ title, children }: { title: string; children: ReactNode }) {
  const [known, setKnown] = useState<SessionState | null>(null)
  const [error, setError] = useState('')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another try
  useEffect(() => {
    setError('')
    readSession().then(setKnown, async failure => setError(await describeFailure(failure)))
  }, [round])
  if (!known) return <SessionPending title={title} error={error} onAgain={() => setRound(round + 1)} />
  const readMe = async () => setKnown({ ...known, me: await getMe() })
  return <Context value={{ client, token: tokens.token, ...known, refreshMe: readMe }}>{children}</Context>
}

/** For pages that anyone can read: `children` if someone is signed in, otherwise `signedOut`. */
export function IfSignedIn({ signedOut, children }: { signedOut: ReactNode; children: ReactNode }) {
  const [known, setKnown] = useState<SessionState | null | undefined>()
  useEffect(() => {
    findSession().then(setKnown, () => setKnown(null))
  }, [])
  if (!known) return known === null ? signedOut : null
  const refreshMe = async () => setKnown({ ...known, me: await getMe() })
  return <Context value={{ client, token: tokens.token, ...known, refreshMe }}>{children}</Context>
}

const readSession = async () => describe(await tokens.fetchSession())

async function findSession() {
  const session = await tokens.findSession()
  return session && (await describe(session))
}

const describe = async ({ csrf, has_password_sign_in }: SessionInfo): Promise<SessionState> => ({
  csrf,
  hasPasswordSignIn: has_password_sign_in,
  me: await getMe(),
})

const getMe = async () => (await client.users.get('me')).user

function SessionPending({ title, error, onAgain }: { title: string; error: string; onAgain: () => void }) {
  const messages = useUiMessages()
  return (
    <>
      <TopBar />
      <main className="shell-main" aria-busy={error === ''}>
        <h1 className="shell-title">{title}</h1>
        {error === '' ? (
          <p className="shell-lead">{messages.moment}</p>
        ) : (
          <>
            <ErrorMessage text={error} />
            <Button onClick={onAgain}>{messages.tryAgain}</Button>
          </>
        )}
      </main>
    </>
  )
}
