// Shortcuts as people write them: with symbols on a Mac, with the names on the keyboards of their language elsewhere.

import type { WorkspaceMessages } from '../../workspace-messages.ts'

export type KeyNames = WorkspaceMessages['shortcuts']['keys']

export function formatKeys(keys: string, isMac: boolean, names: KeyNames): string {
  const known: Readonly<Record<string, string>> = { ...names, ...symbols, ...(isMac ? macSymbols : {}) }
  return keys
    .split(/\+(?=.)/)
    .map(part => known[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(isMac ? '' : '+')
}

/** Several keys for the same action; the four arrow keys are written as one. */
export function formatAlternatives(all: readonly string[], isMac: boolean, names: KeyNames): string[] {
  const held = all[0]?.replace(/arrow\w+$/, '')
  if (all.length !== 4 || !all.every(keys => keys.replace(/arrow\w+$/, '') === held && /arrow\w+$/.test(keys)))
    return all.map(keys => formatKeys(keys, isMac, names))
  return [formatKeys(`${held}arrows`, isMac, names)]
}

const symbols = {
  ...{ '-': '−', f10: 'F10', contextmenu: '☰', backspace: '⌫', tab: 'Tab' },
  ...{ arrowleft: '←', arrowright: '→', arrowup: '↑', arrowdown: '↓', arrows: '←↑↓→' },
}
const macSymbols = { mod: '⌘', shift: '⇧', alt: '⌥', enter: '↩', escape: 'Esc', delete: '⌦' }

export const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)
