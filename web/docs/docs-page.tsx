// The documentation site: the navigation, and beside it the start page, a guide or a part of the reference.

import { guides, nouns } from 'virtual:docs-contents'
import { useEffect, useRef, useState } from 'react'
import { AccountMenu } from '../session/account-menu.tsx'
import { IfSignedIn } from '../session/session.tsx'
import { useSessionMessages } from '../session/session-messages.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { OtherLanguages } from '../ui/language-switch.tsx'
import { NoticesProvider } from '../ui/notices.tsx'
import { TopBar } from '../ui/top-bar.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import { useMediaQuery } from './browser-state.ts'
import { findMovedAddress, placeOf } from './docs-address.ts'
import { DocsContent } from './docs-content.tsx'
import { followDocsLink, replaceAddress, useAddress } from './docs-history.ts'
import { useDocsMessages } from './docs-messages.ts'
import { Navigation } from './navigation.tsx'
import { SearchButton } from './search/search-button.tsx'
import './docs-page.css'

export function DocsPage() {
  const { skip } = useSessionMessages()
  const address = useAddress()
  const moved = findMovedAddress(address.path, address.hash, { guides, nouns })
  useEffect(() => {
    if (moved) replaceAddress(moved)
  }, [moved])
  const place = placeOf(address.path, { guides, nouns })
  const isWide = useMediaQuery('(min-width: 64rem)')
  const navigation = <Navigation place={place} guides={guides} nouns={nouns} />
  return (
    <NoticesProvider>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: clicks come from links, which keys reach by themselves */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the links inside */}
      <div onClick={followDocsLink}>
        <button type="button" className="docs-skip" onClick={() => document.getElementById('content')?.focus()}>
          {skip}
        </button>
        <TopBar before={isWide ? null : <Menu>{navigation}</Menu>} after={<Visitor />}>
          <SearchButton guides={guides} />
        </TopBar>
        <div className="docs">
          {isWide && <div className="docs-side">{navigation}</div>}
          <main className="docs-main" id="content" tabIndex={-1}>
            {!moved && <DocsContent place={place} address={address} guides={guides} nouns={nouns} />}
          </main>
        </div>
      </div>
    </NoticesProvider>
  )
}

/** The navigation on small windows. It closes when a link is followed. */
function Menu({ children }: { children: React.ReactNode }) {
  const messages = useDocsMessages()
  const { close } = useUiMessages()
  const menu = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isOpen) menu.current?.showModal()
  }, [isOpen])
  return (
    <>
      <Button variant="quiet" className="docs-menu-button" onClick={() => setOpen(true)}>
        {messages.menu}
      </Button>
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: clicks come from links, which keys reach by themselves
        <dialog
          ref={menu}
          className="docs-menu"
          aria-label={messages.navigation}
          onClose={() => setOpen(false)}
          onClick={event => (event.target as Element).closest('a, button') && menu.current?.close()}
        >
          <Button variant="quiet">{close}</Button>
          {children}
        </dialog>
      )}
    </>
  )
}

/** The documentation is public: visitors without a session can sign in and choose a language. */
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
  const { signIn } = useSessionMessages()
  const { path, hash } = useAddress()
  return (
    <ButtonLink className="docs-sign-in" href={`/sign-in?next=${encodeURIComponent(path + hash)}`}>
      {signIn}
    </ButtonLink>
  )
}
