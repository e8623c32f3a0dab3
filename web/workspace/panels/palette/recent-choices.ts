// What was chosen last in the command palette, kept in this browser, the latest first.

const storageKey = 'tessera-palette'
const maxKept = 12

export function recentChoices(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function rememberChoice(key: string): void {
  const next = [key, ...recentChoices().filter(one => one !== key)].slice(0, maxKept)
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Without storage, there are no recent choices.
  }
}
