// The API reference: the navigation, and beside it the introduction or the operations of one noun.

import { useEffect, useRef } from 'react'
import { AccountMenu } from '../session/account-menu.tsx'
import { IfSignedIn } from '../session/session.tsx'
import { useSessionWords } from '../session/session-words.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { OtherLanguages } from '../ui/language-switch.tsx'
import { NoticesProvider } from '../ui/notices.tsx'
import { TopBar } from '../ui/top-bar.tsx'
import { useUiWords } from '../ui/ui-words.ts'
import { useHash, useMediaQuery, useReadSection } from './browser-state.ts'
import { type DocsLocation, locationOf } from './docs-location.ts'
import { useDocsWords } from './docs-words.ts'
import { Introduction } from './introduction.tsx'
import { Navigation } from './navigation.tsx'
import type { Description } from './reference/description.ts'
import { NounPage } from './reference/noun-page.tsx'
import { type Loading, useDescription } from './reference/use-description.ts'
import './docs-page.css'

export function DocsPage() {
  const loading = useDescription()
  return loading.state === 'ready' ? <Reference description={loading.description} /> : <Waiting loading={loading} />
}

function Waiting({ loading }: { loading: Exclude<Loading, { state: 'ready' }> }) {
  const words = useDocsWords()
  const { tryAgain } = useUiWords()
  return (
    <>
      <TopBar />
      <main className="docs-waiting" aria-busy={loading.state === 'loading'}>
        <h1>{words.title}</h1>
        {loading.state === 'loading' ? (
          <p>{words.reading}</p>
        ) : (
          <>
            <p role="alert">{words.notRead(loading.reason)}</p>
            <Button onClick={loading.again}>{tryAgain}</Button>
          </>
        )}
      </main>
    </>
  )
}

function Reference({ description }: { description: Description }) {
  const words = useDocsWords()
  const { close } = useUiWords()
  const { skip } = useSessionWords()
  const place = locationOf(useHash(), description)
  const isWide = useMediaQuery('(min-width: 60rem)')
  const menu = useRef<HTMLDialogElement>(null)
  const section = useReadSection(place.noun?.name ?? '')
  useArrival(place, words.title)
  const navigation = (
    <Navigation nouns={description.nouns} noun={place.noun} section={section} onLeave={() => menu.current?.close()} />
  )
  const menuButton = (
    <Button look="quiet" className="docs-menu-button" onClick={() => menu.current?.showModal()}>
      {words.menu}
    </Button>
  )
  return (
    <NoticesProvider>
      <button type="button" className="docs-skip" onClick={() => document.getElementById('content')?.focus()}>
        {skip}
      </button>
      <TopBar before={isWide ? null : menuButton} after={<Visitor />}>
        <span className="docs-version">API {description.version}</span>
      </TopBar>
      {!isWide && (
        <dialog ref={menu} className="docs-menu" aria-label={words.operations}>
          <Button look="quiet" onClick={() => menu.current?.close()}>
            {close}
          </Button>
          {navigation}
        </dialog>
      )}
      <div className="docs">
        {isWide && <div className="docs-side">{navigation}</div>}
        <main className="docs-main" id="content" tabIndex={-1}>
          {place.noun ? (
            <NounPage key={place.noun.name} noun={place.noun} server={description.server} />
          ) : (
            <Introduction description={description} />
          )}
        </main>
      </div>
    </NoticesProvider>
  )
}

/** The reference is public: visitors without a session can sign in and choose a language. */
const Visitor = () => (
  <IfSignedIn
    signedOut={
      <>
        <OtherLanguages />
        <SignInLink />
      </>
    }
  >
    <AccountMenu />
  </IfSignedIn>
)

function SignInLink() {
  const { signIn } = useSessionWords()
  const next = encodeURIComponent(window.location.pathname + useHash())
  return (
    <ButtonLink className="docs-sign-in" href={`/sign-in?next=${next}`}>
      {signIn}
    </ButtonLink>
  )
}

/** Scrolls to the heading of the URL, focuses it, and sets the title of the window. */
function useArrival({ noun, anchor }: DocsLocation, title: string): void {
  const isFirst = useRef(true)
  const id = anchor || noun?.name || ''
  useEffect(() => {
    document.title = `${document.getElementById(id)?.dataset.title ?? title} · Tessera`
  }, [id, title])
  useEffect(() => {
    const heading = document.getElementById(id)
    if (heading) {
      heading.scrollIntoView()
      heading.focus({ preventScroll: true })
    } else if (!isFirst.current) {
      window.scrollTo(0, 0)
    }
    isFirst.current = false
  }, [id])
}
