// A list of changes in parts that the service takes as one: it has a limit on how many, and on how many bytes.

import type { Change } from '@tessera/contract'

const mostChanges = 1_000
/** Of the megabyte that a message may have, with room for what surrounds the changes. */
const mostBytes = 1_000_000

export function inParts(changes: readonly Change[]): (readonly Change[])[] {
  const parts: Change[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const change of changes) {
    const size = new TextEncoder().encode(JSON.stringify(change)).length + 1
    const last = parts.at(-1)
    if (!last || last.length >= mostChanges || bytes + size > mostBytes) {
      parts.push([change])
      bytes = size
    } else {
      last.push(change)
      bytes += size
    }
  }
  return parts
}
