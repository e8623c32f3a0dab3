// Whether a pressed key is the one a shortcut names: `mod+shift+z`, `?`, `arrowleft`. Characters that need Shift on some
// keyboards are compared by the character alone.

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
  if (/^[^a-z0-9]$/.test(key)) return pressed.key === key && wants('mod') === isModPressed(pressed)
  if (wants('mod') !== (pressed.ctrlKey || pressed.metaKey) || wants('alt') !== pressed.altKey) return false
  if (wants('shift') !== pressed.shiftKey) return false
  // With Shift a digit key gives another character on every keyboard, so the physical key is compared.
  if (/^\d$/.test(key)) return pressed.code === `Digit${key}`
  // With Alt some keyboards give another character.
  if (wants('alt') && pressed.code === `Key${key.toUpperCase()}`) return true
  return pressed.key.toLowerCase() === key
}

/** Some keyboards type a character with AltGr, which may be reported as Control and Alt, or with Option on a Mac. */
const isModPressed = ({ ctrlKey, metaKey, altKey }: PressedKey) => metaKey || (ctrlKey && !altKey)
