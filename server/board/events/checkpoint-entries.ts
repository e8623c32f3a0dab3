// The entries of a checkpoint as text: for each object that existed, its id, its kind and the seq of its last event. About
// 31 bytes per object.

export interface PastEntry {
  readonly id: string
  readonly kind: string
  readonly seq: number
}

const idLength = 24
const radix = 36

export function encodeEntries(entries: readonly PastEntry[]): string {
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  const list = entries.map(({ id, kind, seq }) => id + kinds.indexOf(kind).toString(radix) + seq.toString(radix))
  return JSON.stringify({ kinds, list: list.join() })
}

export function decodeEntries(text: string): PastEntry[] {
  const { kinds, list } = JSON.parse(text) as { kinds: readonly string[]; list: string }
  return list.split(',').map(entry => ({
    id: entry.slice(0, idLength),
    kind: kinds[Number.parseInt(entry.charAt(idLength), radix)] as string,
    seq: Number.parseInt(entry.slice(idLength + 1), radix),
  }))
}
