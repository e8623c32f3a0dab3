// Splits a long list of changes into lists that the service accepts: it limits their length and their bytes.

import { type ListedChange, maxChanges } from '@tessera/contract'

/** A message may have a megabyte; this leaves room for the envelope. */
const maxBytes = 1_000_000

export function splitChanges(changes: readonly ListedChange[]): (readonly ListedChange[])[] {
  const parts: ListedChange[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const change of changes) {
    const size = new TextEncoder().encode(JSON.stringify(change)).length + 1
    const last = parts.at(-1)
    if (!last || last.length >= maxChanges || bytes + size > maxBytes) {
      parts.push([change])
      bytes = size
    } else {
      last.push(change)
      bytes += size
    }
  }
  return parts
}
