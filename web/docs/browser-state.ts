// Browser state that the documentation follows: the window width, what is being read, and values stored in this tab.

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    useCallback(listener => listen(matchMedia(query), 'change', listener), [query]),
    () => matchMedia(query).matches,
  )
}

/** The id of the section that is being read: the last one whose heading has gone past the top of the window. */
export function useReadSection(page: string): string {
  const [id, setId] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other headings
  useEffect(() => {
    function update() {
      const headings = [...document.querySelectorAll('main :is(h2, h3)[id][data-title]')]
      setId(headings.findLast(heading => heading.getBoundingClientRect().top < readingLine)?.id ?? '')
    }
    update()
    return listen(window, 'scroll', update)
  }, [page])
  return id
}

/** In pixels from the top of the window. A linked heading is scrolled above it. */
const readingLine = 160

/** A text stored in the tab and shared by all components that use it. */
export function useTabValue(name: string): readonly [string, (value: string) => void] {
  const key = `tessera.docs.${name}`
  const value = useSyncExternalStore(
    listener => listen(window, changed, listener),
    () => sessionStorage.getItem(key) ?? '',
  )
  const change = useCallback(
    (next: string) => {
      sessionStorage.setItem(key, next)
      window.dispatchEvent(new Event(changed))
    },
    [key],
  )
  return [value, change]
}

const changed = 'tessera.docs.changed'

function listen(target: EventTarget, event: string, listener: () => void): () => void {
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}
