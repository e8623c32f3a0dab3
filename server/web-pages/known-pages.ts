// What is known of web pages already, for who shows boards without asking about them: snapshots and small pictures. Nothing
// is looked for here.

import type { Reader } from '../db/database.ts'
import type { KnownPage, StoredRecord } from '../objects/stored-object.ts'
import { hashOfUrl, listWebPages, type WebPageRow } from './web-page-store.ts'

/** The same records; those that show a page carry what is known of it. */
export async function withKnownPages<R extends { readonly record: StoredRecord }>(
  db: Reader,
  records: readonly R[],
): Promise<readonly R[]> {
  const hashes = new Set(records.flatMap(({ record }) => hashOfPage(record) ?? []))
  if (hashes.size === 0) return records
  const found = await listWebPages(db, [...hashes])
  const pages = new Map(found.map(row => [row.url_hash, knownPage(row)]))
  return records.map(one => {
    const page = pages.get(hashOfPage(one.record) ?? '')
    return page ? { ...one, record: { ...one.record, $: { ...one.record.$, page } } } : one
  })
}

/** What says how large a page is shows one. */
function hashOfPage({ url, contentWidth }: StoredRecord): string | null {
  return typeof url === 'string' && contentWidth !== undefined ? hashOfUrl(url) : null
}

/** Null where it comes to nothing. */
function knownPage(row: WebPageRow): KnownPage | null {
  const { title, picture_hash, picture_width, picture_height, icon_hash, icon_width, icon_height } = row
  const pictureOf = (hash: string | null, width: number | null, height: number | null) =>
    hash === null ? null : { hash, width: width ?? 0, height: height ?? 0 }
  const picture = pictureOf(picture_hash, picture_width, picture_height)
  const icon = pictureOf(icon_hash, icon_width, icon_height)
  return title === '' && !picture && !icon ? null : { title, picture, icon }
}
