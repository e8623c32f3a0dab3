// The end of a paged list: it loads the next page when scrolled near, or by a button.

import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorMessage } from '../ui/error-message.tsx'
import { useHomeMessages } from './home-messages.ts'
import type { Pages } from './use-pages.ts'

export function GrowingEnd({ pages }: { pages: Omit<Pages<unknown>, 'change'> }) {
  const messages = useHomeMessages()
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, more, reason } = pages
  const latest = useRef(more)
  latest.current = more
  // After a failure only the button loads more, because a failing server would be polled endlessly otherwise.
  const isWatched = hasMore && reason === ''
  useEffect(() => {
    if (!isWatched || !end.current) return
    const watch = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) latest.current()
      },
      { rootMargin: '600px' },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [isWatched])
  if (!hasMore) return null
  return (
    <div className="growing-end" ref={end}>
      <ErrorMessage text={reason} />
      <Button onClick={more} disabled={pages.isGrowing}>
        {pages.isGrowing ? messages.loadingMore : messages.more}
      </Button>
    </div>
  )
}
