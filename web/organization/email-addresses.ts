// Reads email addresses from pasted text: a list, a table or the To: line of an email.

const shape = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/

export interface FoundAddresses {
  readonly addresses: readonly string[]
  /** Parts that look like a mistyped address. */
  readonly faulty: readonly string[]
}

/** Without duplicates (ignoring case), in their order. */
export function readAddresses(text: string): FoundAddresses {
  const words = text.split(/[\s,;<>]+/).map(word => word.replace(/^["'(]+|["')]+$/g, ''))
  const meant = words.filter(word => word.includes('@'))
  const byKey = new Map(meant.map(word => [word.toLowerCase(), word]))
  return {
    addresses: [...byKey.values()].filter(word => shape.test(word)),
    faulty: [...byKey.values()].filter(word => !shape.test(word)),
  }
}
