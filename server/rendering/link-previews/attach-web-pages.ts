// Adds stored web page previews to object records, for snapshots and board previews. Nothing is fetched here.

import type { StoredRecord } from '../../board/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { hashPage, listWebPages, type WebPageRow } from './web-page-store.ts'

/** Returns the records; those that show a web page get its stored title and pictures. */
export async function attachWebPages<R extends { readonly record: StoredRecord }>(
  db: Reader,
  workspace_id: number,
  records: readonly R[],
): Promise<readonly R[]> {
  const hashes = new Set(records.flatMap(({ record }) => pageHash(workspace_id, record) ?? []))
  if (hashes.size === 0) return records
  const found = await listWebPages(db, [...hashes])
  const pages = new Map(found.map(row => [row.url_hash, knownPage(row)]))
  return records.map(one => {
    const page = pages.get(pageHash(workspace_id, one.record) ?? '')
    return page ? { ...one, record: { ...one.record, $: { ...one.record.$, page } } } : one
  })
}

/** Only records of objects that show a web page have `contentWidth`. */
function pageHash(workspace_id: number, { url, contentWidth }: StoredRecord): string | null {
  return typeof url === 'string' && contentWidth !== undefined ? hashPage({ workspace_id, url }) : null
}

/** Returns null if there is neither a title nor a picture. */
function knownPage(row: WebPageRow) {
  const { title, picture_hash, picture_width, picture_height, icon_hash, icon_width, icon_height } = row
  const pictureOf = (hash: string | null, width: number | null, height: number | null) =>
    hash === null ? null : { hash, width: width ?? 0, height: height ?? 0 }
  const picture = pictureOf(picture_hash, picture_width, picture_height)
  const icon = pictureOf(icon_hash, icon_width, icon_height)
  return title === '' && !picture && !icon ? null : { title, picture, icon }
}
