// The search: a box and the best results below it. Arrow keys choose, Enter opens, Escape closes.

import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { openAddress } from '../docs-history.ts'
import { useDocsMessages } from '../docs-messages.ts'
import type { GuideSummary } from '../guides/guide.ts'
import { loadSearch } from './load-search.ts'
import type { Search } from './search.ts'
import { SearchIcon } from './search-icon.tsx'
import { SearchResults, Suggestions } from './search-results.tsx'
import './search-dialog.css'

interface SearchDialogProps {
  readonly guides: readonly GuideSummary[]
  readonly onClose: () => void
}

export function SearchDialog({ guides, onClose }: SearchDialogProps) {
  const messages = useDocsMessages()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [search, failure] = useSearch()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const isEmpty = query.trim() === ''
  const results = isEmpty || !search ? [] : search(query)
  const suggested = isEmpty ? guides.slice(0, 6) : []
  const targets = isEmpty ? suggested.map(({ slug }) => `/docs/${slug}`) : results.map(({ href }) => href)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  function open(href: string | undefined) {
    if (href === undefined) return
    onClose()
    openAddress(href)
  }
  function steer(event: KeyboardEvent) {
    // The browser would clear the box first.
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      open(targets[active])
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || targets.length === 0) return
    event.preventDefault()
    setActive((active + step + targets.length) % targets.length)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard it is closed with Escape
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label={messages.search}
      onCancel={onClose}
      onClick={event => event.target === dialog.current && onClose()}
    >
      <div className="search-inside">
        <div className="search-box">
          <SearchIcon />
          <input
            autoFocus
            type="search"
            role="combobox"
            aria-expanded={targets.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={targets.length > 0 ? `${id}-${active}` : undefined}
            aria-autocomplete="list"
            aria-label={messages.search}
            placeholder={messages.searchHint}
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={event => {
              setQuery(event.target.value)
              setActive(0)
            }}
            onKeyDown={steer}
          />
          <button type="button" className="search-close" onClick={onClose}>
            Esc
          </button>
        </div>
        <p className="visually-hidden" role="status">
          {isEmpty || !search ? '' : messages.found(results.length)}
        </p>
        {failure && <p className="search-note">{messages.notRead(failure)}</p>}
        {isEmpty && <Suggestions id={id} guides={suggested} active={active} onOpen={open} />}
        {!isEmpty && search && results.length > 0 && (
          <SearchResults id={id} results={results} query={query} active={active} onOpen={open} />
        )}
        {!isEmpty && search && results.length === 0 && (
          <div className="search-note">
            <p>
              <strong>{messages.nothingFound(query.trim())}</strong>
            </p>
            <p>{messages.nothingFoundHint}</p>
          </div>
        )}
        <p className="search-keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> {messages.toChoose} <kbd>↵</kbd> {messages.toOpen} <kbd>Esc</kbd> {messages.toClose}
        </p>
      </div>
    </dialog>
  )
}

/** Null while it is loading. */
function useSearch(): readonly [search: Search | null, failure: string] {
  const [search, setSearch] = useState<{ readonly run: Search } | null>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    loadSearch().then(
      run => setSearch({ run }),
      (error: Error) => setFailure(error.message),
    )
  }, [])
  return [search?.run ?? null, failure]
}
