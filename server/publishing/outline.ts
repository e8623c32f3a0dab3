// The texts of a board in the order somebody would read them: for those who cannot see it, for machines, and for pages
// without script. It holds a bounded number of them, however large the board.

import { type KindName, kinds } from '@tessera/contract'
import { type Box, bounds, type Drawable } from '@tessera/drawing'
import type { PublishedRecord } from './snapshot-store.ts'

export interface OutlineEntry {
  readonly kind: KindName
  readonly text: string
  /** Which object it is, and where; not with those that an earlier version of the service has published. */
  readonly id?: string
  readonly box?: Box
  /** Where a page is from whose title stands for its address. */
  readonly host?: string
}

const mostEntries = 1_000
const mostCharacters = 300
/** Texts whose tops are this close stand in one line. */
const lineHeight = 200

interface Found extends OutlineEntry {
  readonly box: Box
}

export class Outline {
  readonly #found: Found[] = []

  add(records: readonly PublishedRecord[]): void {
    for (const { kind, record } of records) {
      const { searched } = kinds[kind]
      if (this.#found.length >= mostEntries) return
      const given = searched === null ? '' : oneLine(String(record[searched] ?? ''))
      const title = oneLine(record.$?.page?.title ?? '')
      if (given === '') continue
      const box = bounds({ kind, ...record } as unknown as Drawable)
      const named = title === '' ? { text: given } : { text: title, host: hostOf(given) }
      this.#found.push({ kind, id: record.id, box, ...named })
    }
  }

  entries(): OutlineEntry[] {
    const line = ({ box }: Found) => Math.floor(box.y / lineHeight)
    return this.#found.toSorted((a, b) => line(a) - line(b) || a.box.x - b.box.x || a.box.y - b.box.y)
  }
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

/** By characters, so that none is cut in two. */
function oneLine(text: string): string {
  const short = text
    .slice(0, 4 * mostCharacters)
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...short]
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join('')}…` : short
}
