// The hash of the URL, which says which part of a page is shown.

import { useSyncExternalStore } from 'react'

/** The hash without the #. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash).slice(1)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
