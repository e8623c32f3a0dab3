// Mouse and touch gestures for the shortcut sheet. Documentation only: canvas/ and the tools implement them.

import type { WorkspaceMessages } from '../../workspace-messages.ts'
import { formatKeys } from './format-keys.ts'

export type GestureGroup = 'text' | 'view' | 'mouse' | 'touch'

export interface Gesture {
  /** The name of its label in `messages.shortcuts.names`. */
  readonly name: GestureName
  readonly group: GestureGroup
  /** Keys as in shortcut-list.ts, and names of `messages.shortcuts.gestures`. */
  readonly ways: readonly string[]
}

type GestureName =
  | 'endText'
  | 'typeText'
  | 'nextNote'
  | 'pan'
  | 'moveBoard'
  | 'zoom'
  | 'menu'
  | 'marquee'
  | 'addToSelection'
  | 'straight'
  | 'leaveCopy'
  | 'noSnapping'
  | 'drawStraight'
  | 'drawShape'
  | 'openOrNote'
  | 'dragSelected'

// biome-ignore format: a table
export const gestureList: readonly Gesture[] = [
  { name: 'typeText',       group: 'text',    ways: ['type'] },
  { name: 'endText',        group: 'text',    ways: ['escape'] },
  { name: 'nextNote',       group: 'text',    ways: ['tab', 'shift+tab', 'mod+enter'] },
  { name: 'pan',            group: 'view',    ways: ['arrows', 'pageup', 'pagedown'] },
  { name: 'moveBoard',      group: 'mouse',   ways: ['wheel', 'space+drag', 'middle+drag'] },
  { name: 'zoom',           group: 'mouse',   ways: ['mod+wheel', 'pinch'] },
  { name: 'menu',           group: 'mouse',   ways: ['rightclick'] },
  { name: 'openOrNote',     group: 'mouse',   ways: ['doubleclick'] },
  { name: 'marquee',        group: 'mouse',   ways: ['pull'] },
  { name: 'addToSelection', group: 'mouse',   ways: ['shift+click'] },
  { name: 'straight',       group: 'mouse',   ways: ['shift+drag'] },
  { name: 'leaveCopy',      group: 'mouse',   ways: ['alt+drag'] },
  { name: 'noSnapping',     group: 'mouse',   ways: ['pull+mod'] },
  { name: 'drawStraight',   group: 'mouse',   ways: ['shift+drag'] },
  { name: 'drawShape',      group: 'mouse',   ways: ['alt+drag'] },
  { name: 'moveBoard',      group: 'touch',   ways: ['finger'] },
  { name: 'zoom',           group: 'touch',   ways: ['pinch'] },
  { name: 'menu',           group: 'touch',   ways: ['hold'] },
  { name: 'openOrNote',     group: 'touch',   ways: ['doubletap'] },
  { name: 'dragSelected',   group: 'touch',   ways: ['tapdrag'] },
]

/** Formats it for people. Names of gestures come from the messages of the page. */
export function formatGesture(
  way: string,
  isMac: boolean,
  { keys, gestures }: Pick<WorkspaceMessages['shortcuts'], 'keys' | 'gestures'>,
): string {
  const parts = way.split('+')
  const names: Readonly<Record<string, string>> = gestures
  if (!parts.some(part => part in names)) return formatKeys(way, isMac, keys)
  return parts.map(part => names[part] ?? formatKeys(part, isMac, keys)).join(' + ')
}
