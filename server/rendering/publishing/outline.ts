// The outline of a board: its texts in reading order, for screen readers, search engines and browsers without
// JavaScript. The number of entries is limited.

import { type KindName, kinds } from '@tessera/contract'
import { type Box, bounds, type Drawable, withoutMarks } from '@tessera/drawing'
import type { PublishedRecord } from './snapshot-store.ts'

export interface OutlineEntry {
  readonly kind: KindName
  readonly text: string
  /** The object and its bounds; missing in snapshots before version 3. */
  readonly id?: string
  readonly box?: Box
  /** The host of a web page whose title is shown instead of its URL. */
  readonly host?: string
}

const maxEntries = 1_000
const maxCharacters = 300
/** Texts whose tops are this close are read as one line, from left to right. */
const lineHeight = 200

interface PlacedEntry extends OutlineEntry {
  readonly box: Box
}

export class Outline {
  readonly #found: PlacedEntry[] = []

  add(records: readonly PublishedRecord[]): void {
    for (const { kind, record } of records) {
      const { searched } = kinds[kind]
      if (this.#found.length >= maxEntries) return
      const given = searched === null ? '' : oneLine(withoutMarks(String(record[searched] ?? '')))
      const title = oneLine(record.$?.page?.title ?? '')
      if (given === '') continue
      const box = bounds({ kind, ...record } as unknown as Drawable)
      const named = title === '' ? { text: given } : { text: title, host: hostOf(given) }
      this.#found.push({ kind, id: record.id, box, ...named })
    }
  }

  entries(): OutlineEntry[] {
    const line = ({ box }: PlacedEntry) => Math.floor(box.y / lineHeight)
    return this.#found.toSorted((a, b) => line(a) - line(b) || a.box.x - b.box.x || a.box.y - b.box.y)
  }
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

/** Truncated by code points, so that no character is split. */
function oneLine(text: string): string {
  const short = text
    .slice(0, 4 * maxCharacters)
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...short]
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters - 1).join('')}…` : short
}
