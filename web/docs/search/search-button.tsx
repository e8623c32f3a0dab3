// Opens the search: by a press, with `/`, or with Ctrl+K. The search itself is loaded on first use.

import { lazy, Suspense, useEffect, useState } from 'react'
import { useDocsMessages } from '../docs-messages.ts'
import type { GuideSummary } from '../guides/guide.ts'
import { SearchIcon } from './search-icon.tsx'
import './search-button.css'

const load = () => import('./search-dialog.tsx')
const SearchDialog = lazy(async () => ({ default: (await load()).SearchDialog }))

export function SearchButton({ guides }: { guides: readonly GuideSummary[] }) {
  const messages = useDocsMessages()
  const [isOpen, setOpen] = useState(false)
  // Loaded with the page, so that nothing typed right after `/` is lost. If loading fails, it is retried when the
  // search is opened.
  useEffect(() => {
    load().catch(() => {})
  }, [])
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isTyping = (event.target as Element).closest?.('input, textarea, select, dialog')
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isSlash && !isCommand) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-label={messages.search}
        aria-keyshortcuts="/ Control+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span>{messages.search}</span>
        <kbd>/</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SearchDialog guides={guides} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
