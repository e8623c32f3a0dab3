// What an address shows. Guides and the reference are loaded when they are first opened.

import { lazy, Suspense, useEffect, useRef } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { useUiWords } from '../ui/ui-words.ts'
import type { DocsPlace } from './docs-address.ts'
import type { Address } from './docs-history.ts'
import { useDocsWords } from './docs-words.ts'
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
  const words = useUiWords()
  return (
    <div className="docs-waiting" role="status">
      {words.loading}
    </div>
  )
}

function Missing() {
  const words = useDocsWords()
  return (
    <header className="docs-header">
      <h1 tabIndex={-1} data-title={words.missingPage}>
        {words.missingPage}
      </h1>
      <p className="docs-lead">{words.missingPageHint}</p>
      <p>
        <ButtonLink href="/docs">{words.toStart}</ButtonLink>
      </p>
    </header>
  )
}

/** Rendered after the page: scrolls to the heading of the address, focuses it, and sets the title of the window. */
function Arrival({ address: { path, hash } }: { address: Address }) {
  const words = useDocsWords()
  const before = useRef<string | null>(null)
  useEffect(() => {
    const heading =
      (hash && document.getElementById(decode(hash.slice(1)))) || document.querySelector<HTMLElement>('main h1')
    document.title = `${heading?.dataset.title ?? words.title} · Tessera`
    const isFirst = before.current === null && !hash
    const isSamePage = before.current === path
    before.current = path
    if (hash && heading) heading.scrollIntoView()
    else if (!isFirst && !isSamePage) window.scrollTo(0, 0)
    if (!isFirst) heading?.focus({ preventScroll: true })
  }, [path, hash, words])
  return null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
