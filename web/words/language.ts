// The language of a page: the first of the browser's that we speak, until somebody chooses another. The choice is kept in
// this browser. A page says that it is translated by calling `startLanguage`; one that does not is English throughout.

import { useSyncExternalStore } from 'react'

/** Each by the name its speakers use. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

const key = 'tessera.language'
const listeners = new Set<() => void>()
let current: Language = 'en'
let isStarted = false

/** To be called before the first paint. */
export function startLanguage(): void {
  isStarted = true
  show(readChoice() ?? firstSpoken(navigator.languages))
}

/** Whether the page speaks more than English. */
export const isTranslated = (): boolean => isStarted

export const currentLanguage = (): Language => current

export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage, currentLanguage)

/** Choosing what the browser prefers anyway is no choice: the page follows the browser again. */
export function chooseLanguage(language: Language): void {
  keepChoice(language === firstSpoken(navigator.languages) ? null : language)
  show(language)
  for (const tell of listeners) tell()
}

/** `de-AT` is answered in `de`. */
export function firstSpoken(preferred: readonly string[]): Language {
  const tags = preferred.map(tag => tag.toLowerCase().split('-')[0])
  return (tags.find(tag => tag !== undefined && Object.hasOwn(languages, tag)) as Language | undefined) ?? 'en'
}

function show(language: Language): void {
  current = language
  document.documentElement.lang = language
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

// A browser may refuse to keep anything; then the choice lasts as long as the page.
function readChoice(): Language | null {
  try {
    const kept = localStorage.getItem(key) ?? ''
    return Object.hasOwn(languages, kept) ? (kept as Language) : null
  } catch {
    return null
  }
}

function keepChoice(choice: Language | null): void {
  try {
    if (choice) localStorage.setItem(key, choice)
    else localStorage.removeItem(key)
  } catch {}
}
