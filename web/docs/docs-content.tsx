// What an address shows. Guides and the reference are loaded when they are first opened.

import { lazy, Suspense, useEffect, useRef } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { useUiMessages } from '../ui/ui-messages.ts'
import type { DocsPlace } from './docs-address.ts'
import type { Address } from './docs-history.ts'
import { useDocsMessages } from './docs-messages.ts'
import type { GuideSummary } from './guides/guide.ts'
import { LoadBoundary } from './load-boundary.tsx'
import type { NounSummary } from './reference/description.ts'
import { StartPage } from './start-page.tsx'

const GuidePage = lazy(async () => ({ default: (await import('./guides/guide-page.tsx')).GuidePage }))
const ReferencePage = lazy(async () => ({ default: (await import('./reference/reference-page.tsx')).ReferencePage }))

interface DocsContentProps {
  readonly place: DocsPlace
  readonly address: Address
  readonly guides: readonly GuideSummary[]
  readonly nouns: readonly NounSummary[]
}

export function DocsContent({ place, address, guides, nouns }: DocsContentProps) {
  return (
    <LoadBoundary key={address.path}>
      <Suspense fallback={<Waiting />}>
        <Page place={place} guides={guides} nouns={nouns} />
        <Arrival address={address} />
      </Suspense>
    </LoadBoundary>
  )
}

function Page({ place, guides, nouns }: Omit<DocsContentProps, 'address'>) {
  switch (place.page) {
    case 'start':
      return <StartPage guides={guides} nouns={nouns} />
    case 'guide':
      return <GuidePage slug={place.slug} guides={guides} />
    case 'reference':
      return <ReferencePage noun={null} />
    case 'noun':
      return <ReferencePage noun={place.noun} />
    default:
      return <Missing />
  }
}

function Waiting() {
  const messages = useUiMessages()
  return (
    <div className="docs-waiting" role="status">
      {messages.loading}
    </div>
  )
}

function Missing() {
  const messages = useDocsMessages()
  return (
    <header className="docs-header">
      <h1 tabIndex={-1} data-title={messages.missingPage}>
        {messages.missingPage}
      </h1>
      <p className="docs-lead">{messages.missingPageHint}</p>
      <p>
        <ButtonLink href="/docs">{messages.toStart}</ButtonLink>
      </p>
    </header>
  )
}

/** Rendered after the page: scrolls to the heading of the address, focuses it, and sets the title of the window. */
function Arrival({ address: { path, hash } }: { address: Address }) {
  const messages = useDocsMessages()
  const before = useRef<string | null>(null)
  useEffect(() => {
    const heading =
      (hash && document.getElementById(decode(hash.slice(1)))) || document.querySelector<HTMLElement>('main h1')
    document.title = `${heading?.dataset.title ?? messages.title} · Tessera`
    const isFirst = before.current === null && !hash
    const isSamePage = before.current === path
    before.current = path
    if (hash && heading) heading.scrollIntoView()
    else if (!isFirst && !isSamePage) window.scrollTo(0, 0)
    if (!isFirst) heading?.focus({ preventScroll: true })
  }, [path, hash, messages])
  return null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
