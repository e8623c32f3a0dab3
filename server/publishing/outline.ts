// The texts of a board in the order somebody would read them: for those who cannot see it, for machines, and for pages
// without script. It holds a bounded number of them, however large the board.

import { type KindName, kinds } from '@tessera/contract'
import type { PublishedRecord } from './snapshot-store.ts'

export interface OutlineEntry {
  readonly kind: KindName
  readonly text: string
}

const mostEntries = 1_000
const mostCharacters = 300
/** Texts whose tops are this close stand in one line. */
const lineHeight = 200

interface Found extends OutlineEntry {
  readonly x: number
  readonly y: number
}

export class Outline {
  readonly #found: Found[] = []

  add(records: readonly PublishedRecord[]): void {
    for (const { kind, record } of records) {
      const { searched } = kinds[kind]
      if (this.#found.length >= mostEntries) return
      const text = searched === null ? '' : oneLine(String(record[searched] ?? ''))
      if (text !== '') this.#found.push({ kind, text, x: Number(record.x ?? 0), y: Number(record.y ?? 0) })
    }
  }

  entries(): OutlineEntry[] {
    const line = ({ y }: Found) => Math.floor(y / lineHeight)
    const ordered = this.#found.toSorted((a, b) => line(a) - line(b) || a.x - b.x || a.y - b.y)
    return ordered.map(({ kind, text }) => ({ kind, text }))
  }
}

/** By characters, so that none is cut in two. */
function oneLine(text: string): string {
  const short = text
    .slice(0, 4 * mostCharacters)
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...short]
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join('')}…` : short
}
