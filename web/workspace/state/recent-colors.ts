// The colors that were picked last, kept in this browser. Colors of the palette are not among them.

import { isClear, paletteNameOf, wholeHex } from '../objects/color-values.ts'

const storageKey = 'tessera-recent-colors'
const kept = 8

export function recentColors(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    const colors = Array.isArray(stored) ? stored.map(one => wholeHex(String(one))) : []
    return colors.filter(color => color !== null).slice(0, kept)
  } catch {
    return []
  }
}

export function rememberColor(color: string): void {
  const whole = wholeHex(color)
  if (!whole || isClear(whole) || paletteNameOf(whole)) return
  const next = [whole, ...recentColors().filter(other => other !== whole)].slice(0, kept)
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Without storage there are no recent colors.
  }
}
