// What objects snap to while they are dragged, as chosen in this browser.

import { type Observable, observable } from './observable.ts'

export interface SnapSettings {
  readonly objects: boolean
  readonly grid: boolean
}

const storageKey = 'tessera-snapping'
const defaults: SnapSettings = { objects: true, grid: false }

export function openSnapSettings(): Observable<SnapSettings> {
  const settings = observable(readStored())
  return {
    ...settings,
    set(next) {
      settings.set(next)
      // Private windows may refuse to store anything.
      try {
        localStorage.setItem(storageKey, JSON.stringify(next))
      } catch {}
    },
  }
}

function readStored(): SnapSettings {
  try {
    const { objects, grid } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<SnapSettings>
    return { objects: objects ?? defaults.objects, grid: grid ?? defaults.grid }
  } catch {
    return defaults
  }
}
