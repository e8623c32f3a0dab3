// Light or dark theme: the system's, unless the user chose the other. The choice is stored in this browser.

export type Theme = 'light' | 'dark'

const key = 'tessera.theme'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** Call it before the first paint. */
export function startTheme(): void {
  show(readChoice())
}

/** Choosing the system's theme clears the choice: the page follows the system again. */
export function chooseTheme(theme: Theme): void {
  const choice = theme === systemTheme() ? null : theme
  keepChoice(choice)
  show(choice)
  for (const notify of listeners) notify()
}

const systemTheme = (): Theme => (system.matches ? 'dark' : 'light')

export const currentTheme = (): Theme => (document.documentElement.dataset.theme as Theme | undefined) ?? systemTheme()

function show(choice: Theme | null): void {
  if (choice) document.documentElement.dataset.theme = choice
  else delete document.documentElement.dataset.theme
}

/** Returns a function that removes the listener. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

// The browser can refuse storage; then the choice lasts as long as the page.
function readChoice(): Theme | null {
  try {
    const kept = localStorage.getItem(key)
    return kept === 'light' || kept === 'dark' ? kept : null
  } catch {
    return null
  }
}

function keepChoice(choice: Theme | null): void {
  try {
    if (choice) localStorage.setItem(key, choice)
    else localStorage.removeItem(key)
  } catch {}
}
