// Splits a long list of changes into lists that the service accepts: it limits their length, the objects that they arrange,
// and their bytes.

import { type ListedChange, maxChanges } from '@tessera/contract'

/** A message may have a megabyte; this leaves room for the envelope. */
const maxBytes = 1_000_000

export function splitChanges(changes: readonly ListedChange[]): (readonly ListedChange[])[] {
  const parts: ListedChange[][] = []
  let bytes = 0
  let arranged = 0
  for (const change of changes) {
    const ids = 'ids' in change ? change.ids.length : 0
    const size = new TextEncoder().encode(JSON.stringify(change)).length + 1
    const last = parts.at(-1)
    const isFull = !last || last.length >= maxChanges || arranged + ids > maxChanges || bytes + size > maxBytes
    if (isFull) parts.push([change])
    else last.push(change)
    bytes = size + (isFull ? 0 : bytes)
    arranged = ids + (isFull ? 0 : arranged)
  }
  return parts
}
