// Moves between the pages of the documentation without loading the document again. Addresses are real paths, so that a
// reload and a shared link show the same page.

import { type MouseEvent, useSyncExternalStore } from 'react'

export interface Address {
  readonly path: string
  readonly hash: string
}

const changed = 'tessera.docs.address'
let known: Address = { path: '', hash: '' }

export function useAddress(): Address {
  return useSyncExternalStore(subscribe, readAddress)
}

/** The same object as long as nothing has changed. */
function readAddress(): Address {
  const { pathname: path, hash } = window.location
  if (known.path !== path || known.hash !== hash) known = { path, hash }
  return known
}

function subscribe(listener: () => void): () => void {
  for (const event of ['popstate', 'hashchange', changed]) window.addEventListener(event, listener)
  return () => {
    for (const event of ['popstate', 'hashchange', changed]) window.removeEventListener(event, listener)
  }
}

export function openAddress(href: string): void {
  if (href !== window.location.pathname + window.location.hash) window.history.pushState(null, '', href)
  window.dispatchEvent(new Event(changed))
}

export function replaceAddress(href: string): void {
  window.history.replaceState(null, '', href)
  window.dispatchEvent(new Event(changed))
}

/** For the element around all links: opens those that lead to a page of the documentation. */
export function followDocsLink(event: MouseEvent): void {
  const link = (event.target as Element).closest('a')
  if (!link || event.defaultPrevented || event.button !== 0 || link.target || link.hasAttribute('download')) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const { origin, pathname, hash } = new URL(link.href)
  if (origin !== window.location.origin || !/^\/docs(\/|$)/.test(pathname) || /\.\w+$/.test(pathname)) return
  event.preventDefault()
  openAddress(pathname + hash)
}
