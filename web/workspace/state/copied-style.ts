// The style that was copied last, kept in this browser, so that it can be pasted on another board.

const storageKey = 'tessera-copied-style'

export type CopiedStyle = Readonly<Record<string, unknown>>

/** Null if none was copied. */
export function findCopiedStyle(): CopiedStyle | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return typeof stored === 'object' ? (stored as CopiedStyle | null) : null
  } catch {
    return null
  }
}

export function keepCopiedStyle(style: CopiedStyle): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(style))
  } catch {
    // Without storage nothing can be pasted.
  }
}
