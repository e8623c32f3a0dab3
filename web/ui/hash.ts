// The part of the address behind #, which says what of a page is shown.

import { useSyncExternalStore } from 'react'

/** Without the #. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash).slice(1)
}

function subscribe(tell: () => void): () => void {
  window.addEventListener('hashchange', tell)
  return () => window.removeEventListener('hashchange', tell)
}
