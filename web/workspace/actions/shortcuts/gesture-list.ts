// What hands do besides single keys, for the sheet that lists it all. It only tells: canvas/ and the tools do it.

import { formatKeys } from './match-key.ts'

export type GestureGroup = 'editing' | 'view' | 'mouse' | 'touch'

export interface Gesture {
  /** As the sheet calls it. */
  readonly name: GestureName
  readonly group: GestureGroup
  /** Keys as in shortcut-list.ts, and what the hand does. */
  readonly ways: readonly string[]
}

type GestureName =
  | 'endText'
  | 'pan'
  | 'moveBoard'
  | 'zoom'
  | 'menu'
  | 'marquee'
  | 'addToSelection'
  | 'straight'
  | 'leaveCopy'
  | 'openOrNote'
  | 'dragSelected'

// biome-ignore format: a table
export const gestureList: readonly Gesture[] = [
  { name: 'endText',        group: 'editing', ways: ['escape', 'mod+enter'] },
  { name: 'pan',            group: 'view',    ways: ['arrows', 'pageup', 'pagedown'] },
  { name: 'moveBoard',      group: 'mouse',   ways: ['wheel', 'space+drag', 'middle+drag'] },
  { name: 'zoom',           group: 'mouse',   ways: ['mod+wheel', 'pinch'] },
  { name: 'menu',           group: 'mouse',   ways: ['rightclick'] },
  { name: 'openOrNote',     group: 'mouse',   ways: ['doubleclick'] },
  { name: 'marquee',        group: 'mouse',   ways: ['pull'] },
  { name: 'addToSelection', group: 'mouse',   ways: ['shift+click'] },
  { name: 'straight',       group: 'mouse',   ways: ['shift+drag'] },
  { name: 'leaveCopy',      group: 'mouse',   ways: ['alt+drag'] },
  { name: 'moveBoard',      group: 'touch',   ways: ['finger'] },
  { name: 'zoom',           group: 'touch',   ways: ['pinch'] },
  { name: 'menu',           group: 'touch',   ways: ['hold'] },
  { name: 'openOrNote',     group: 'touch',   ways: ['doubletap'] },
  { name: 'dragSelected',   group: 'touch',   ways: ['tapdrag'] },
]

/** As people write it; what hands do is said in the words of the page. */
export function formatGesture(way: string, isMac: boolean, hands: Readonly<Record<string, string>>): string {
  const parts = way.split('+')
  if (!parts.some(part => part in hands)) return formatKeys(way, isMac)
  return parts.map(part => hands[part] ?? formatKeys(part, isMac)).join(' + ')
}
