// The navigation of the reference: search, introduction, and the nouns with their operations. `/` focuses the search,
// arrow keys move through the entries, Enter opens the first.

import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Contents, Found } from './navigation-list.tsx'
import type { Noun } from './reference/description.ts'
import { findOperations } from './search/search.ts'
import './navigation.css'
import { useDocsWords } from './docs-words.ts'

interface NavigationProps {
  readonly nouns: readonly Noun[]
  readonly noun: Noun | null
  /** The id of the operation, or of the section of the introduction, that is in view. */
  readonly section: string
  /** Called when a link is followed. */
  readonly onLeave: () => void
}

export function Navigation({ nouns, noun, section, onLeave }: NavigationProps) {
  const words = useDocsWords()
  const [query, setQuery] = useState('')
  const all = useMemo(() => nouns.flatMap(one => one.operations), [nouns])
  const box = useRef<HTMLInputElement>(null)
  const whole = useRef<HTMLElement>(null)
  useSlashKey(box)
  function steer(event: KeyboardEvent) {
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault()
      setQuery('')
      box.current?.focus()
    }
    if (event.key === 'Enter' && event.target === box.current && query !== '') linksIn(whole.current)[0]?.click()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && box.current) {
      event.preventDefault()
      moveFocus([box.current, ...linksIn(whole.current)], step)
    }
  }
  return (
    <nav className="navigation" aria-label={words.navigation} ref={whole} onKeyDown={steer}>
      <div className="navigation-box">
        <input
          ref={box}
          type="search"
          value={query}
          onChange={event => setQuery(event.target.value)}
          placeholder={words.find}
          aria-label={words.find}
          aria-keyshortcuts="/"
          autoComplete="off"
          spellCheck={false}
        />
        {query === '' && <kbd>/</kbd>}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: clicks come from links, which keys reach by themselves */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the links inside */}
      <div className="navigation-list" onClick={event => (event.target as Element).closest('a') && onLeave()}>
        {query.trim() === '' ? (
          <Contents nouns={nouns} current={noun} section={section} />
        ) : (
          <Found operations={findOperations(all, query)} section={section} />
        )}
      </div>
    </nav>
  )
}

const linksIn = (nav: HTMLElement | null) => [...(nav?.querySelectorAll('a') ?? [])]

function moveFocus(stops: readonly HTMLElement[], step: number): void {
  const from = stops.indexOf(document.activeElement as HTMLElement)
  stops[Math.min(Math.max(from + step, 0), stops.length - 1)]?.focus()
}

function useSlashKey(box: { readonly current: HTMLInputElement | null }): void {
  useLayoutEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      const isTyping = (event.target as Element).closest?.('input, textarea, select')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      box.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [box])
}
