// The language of a page: the first supported one of the browser, unless the user chose another. The choice is stored in
// a cookie, so that pages rendered by the server use the same language.

import {
  isLanguage,
  type Language,
  languageCookie,
  languageCookieSeconds,
  preferredLanguage,
} from '@tessera/contract/languages'
import { useSyncExternalStore } from 'react'

export type { Language }

const listeners = new Set<() => void>()
let current: Language = 'en'

/** Call it before the first paint. */
export function startLanguage(): void {
  show(readChoice() ?? preferredLanguage(navigator.languages))
}

export const currentLanguage = (): Language => current

export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage, currentLanguage)

/** Choosing the language that the browser prefers anyway clears the choice: the page follows the browser again. */
export function chooseLanguage(language: Language): void {
  keepChoice(language === preferredLanguage(navigator.languages) ? null : language)
  show(language)
  for (const notify of listeners) notify()
}

function show(language: Language): void {
  current = language
  document.documentElement.lang = language
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readChoice(): Language | null {
  const kept = document.cookie
    .split('; ')
    .find(pair => pair.startsWith(`${languageCookie}=`))
    ?.slice(languageCookie.length + 1)
  return isLanguage(kept) ? kept : null
}

// The browser can refuse storage; then the choice lasts as long as the page.
function keepChoice(choice: Language | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere, and answers too late
  document.cookie = `${languageCookie}=${choice ?? ''}; path=/; samesite=lax; max-age=${choice ? languageCookieSeconds : 0}`
}
