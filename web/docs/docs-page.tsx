// The API reference: navigation at the side, the introduction or the operations of one noun beside it.

import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { TopBar } from '../ui/top-bar.tsx'
import { useHash, useMediaQuery, useReadSection } from './browser-state.ts'
import type { Description } from './description.ts'
import { Introduction } from './introduction.tsx'
import { Navigation } from './navigation.tsx'
import { NounPage } from './noun-page.tsx'
import { type Place, placeOf } from './place.ts'
import { type Loading, useDescription } from './use-description.ts'
import './docs-page.css'

export function DocsPage() {
  const loading = useDescription()
  return loading.state === 'ready' ? <Reference description={loading.description} /> : <Waiting loading={loading} />
}

function Waiting({ loading }: { loading: Exclude<Loading, { state: 'ready' }> }) {
  return (
    <>
      <TopBar />
      <main className="docs-waiting" aria-busy={loading.state === 'loading'}>
        <h1>API reference</h1>
        {loading.state === 'loading' ? (
          <p>Reading the description of the API …</p>
        ) : (
          <>
            <p role="alert">The description of the API could not be read: {loading.reason}.</p>
            <Button onClick={loading.again}>Try again</Button>
          </>
        )}
      </main>
    </>
  )
}

function Reference({ description }: { description: Description }) {
  const place = placeOf(useHash(), description)
  const isWide = useMediaQuery('(min-width: 60rem)')
  const menu = useRef<HTMLDialogElement>(null)
  const section = useReadSection(place.noun?.name ?? '')
  useArrival(place)
  const navigation = (
    <Navigation nouns={description.nouns} noun={place.noun} section={section} onLeave={() => menu.current?.close()} />
  )
  const menuButton = (
    <Button look="quiet" className="docs-menu-button" onClick={() => menu.current?.showModal()}>
      Menu
    </Button>
  )
  return (
    <>
      <button type="button" className="docs-skip" onClick={() => document.getElementById('content')?.focus()}>
        Skip to the content
      </button>
      <TopBar before={isWide ? null : menuButton}>
        <span className="docs-version">API {description.version}</span>
      </TopBar>
      {!isWide && (
        <dialog ref={menu} className="docs-menu" aria-label="Operations">
          <Button look="quiet" onClick={() => menu.current?.close()}>
            Close
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
    </>
  )
}

/** Brings what the address names into view, gives it the focus, and the window its title. */
function useArrival({ noun, anchor }: Place): void {
  const isFirst = useRef(true)
  const id = anchor || noun?.name || ''
  useEffect(() => {
    const heading = document.getElementById(id)
    document.title = `${heading?.dataset.title ?? 'API reference'} · Tessera`
    if (heading) {
      heading.scrollIntoView()
      heading.focus({ preventScroll: true })
    } else if (!isFirst.current) {
      window.scrollTo(0, 0)
    }
    isFirst.current = false
  }, [id])
}
