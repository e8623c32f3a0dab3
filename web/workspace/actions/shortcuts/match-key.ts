// Whether a pressed key is the one a shortcut names: `mod+shift+z`, `?`, `arrowleft`. Signs that need Shift on some
// keyboards are told by the sign alone.

export interface PressedKey {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

export function matchesKey(keys: string, pressed: PressedKey): boolean {
  const parts = keys.split(/\+(?=.)/)
  const key = parts.pop() as string
  const wants = (name: string) => parts.includes(name)
  if (wants('mod') !== (pressed.ctrlKey || pressed.metaKey) || wants('alt') !== pressed.altKey) return false
  if (/^[^a-z0-9]$/.test(key)) return pressed.key === key
  if (wants('shift') !== pressed.shiftKey) return false
  // With Shift a digit is another sign on every keyboard; the key itself tells.
  if (/^\d$/.test(key)) return pressed.code === `Digit${key}`
  return pressed.key.toLowerCase() === key
}

/** As people write it. */
export function formatKeys(keys: string, isMac: boolean): string {
  const names: Readonly<Record<string, string>> = isMac ? macNames : otherNames
  return keys
    .split(/\+(?=.)/)
    .map(part => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(isMac ? '' : '+')
}

/** All that do the same, the four arrows as one. */
export function formatAlternatives(all: readonly string[], isMac: boolean): string[] {
  const held = all[0]?.replace(/arrow\w+$/, '')
  if (all.length !== 4 || !all.every(keys => keys.replace(/arrow\w+$/, '') === held && /arrow\w+$/.test(keys)))
    return all.map(keys => formatKeys(keys, isMac))
  return [formatKeys(`${held}arrows`, isMac)]
}

const onAll = {
  ...{ '-': '−', pageup: 'PgUp', pagedown: 'PgDn', f10: 'F10', contextmenu: '☰' },
  ...{ arrowleft: '←', arrowright: '→', arrowup: '↑', arrowdown: '↓', arrows: '← ↑ ↓ →' },
}
const macNames = { ...onAll, mod: '⌘', shift: '⇧', alt: '⌥', enter: '↩', escape: 'Esc', delete: '⌦', backspace: '⌫' }
const otherNames = {
  ...onAll,
  ...{ mod: 'Ctrl', shift: 'Shift', alt: 'Alt', enter: 'Enter', escape: 'Esc', delete: 'Del', backspace: '⌫' },
}

export const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)
