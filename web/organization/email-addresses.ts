// Reads email addresses from pasted text: a list, a table or the To: line of an email.

const shape = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/

export interface FoundAddresses {
  readonly addresses: readonly string[]
  /** What looks as if it were meant to be one. */
  readonly faulty: readonly string[]
}

/** Each once, whatever the case of its letters, in the order they came. */
export function readAddresses(text: string): FoundAddresses {
  const words = text.split(/[\s,;<>]+/).map(word => word.replace(/^["'(]+|["')]+$/g, ''))
  const meant = words.filter(word => word.includes('@'))
  const byKey = new Map(meant.map(word => [word.toLowerCase(), word]))
  return {
    addresses: [...byKey.values()].filter(word => shape.test(word)),
    faulty: [...byKey.values()].filter(word => !shape.test(word)),
  }
}
