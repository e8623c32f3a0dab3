// What is known of the pages that browser objects show: found out when somebody who may see the object first asks, kept
// for a day, and asked for once however many wait. Who asks names an object, never an address: this is no proxy.

import type { Database } from '../db/database.ts'
import { recordFiles } from '../files/record-file.ts'
import { isoNow } from '../iso-now.ts'
import { pictureMime } from '../processing/picture-view.ts'
import type { KeptPicture } from '../processing/store-pictures.ts'
import { semaphore } from '../semaphore.ts'
import { type CheckedPage, checkPage, unknownPage } from './check-page.ts'
import { iconSort, type PictureParts, pageSort, pictureOf } from './page-picture.ts'
import { findWebPage, forgetWebPages, hashOfUrl, setWebPage, type WebPageRow } from './web-page-store.ts'

export interface WebPages {
  /** Of an address that the caller of an operation may see on a board. */
  find(url: string): Promise<WebPageRow>
  /** Nobody waits any longer. */
  close(): void
}

export interface WebPageParts extends PictureParts {
  readonly db: Database
  readonly publicUrl: string
}

const minuteMs = 60_000
const freshMs = { allowed: 1_440 * minuteMs, refused: 1_440 * minuteMs, unknown: 5 * minuteMs }
const keptMs = 30 * 1_440 * minuteMs
const mostAtOnce = 24
const mostWaiting = 500

export function openWebPages(parts: WebPageParts): WebPages {
  const checking = new Map<string, Promise<WebPageRow>>()
  const oneOfSome = semaphore(mostAtOnce)
  const closing = Promise.withResolvers<void>()
  let isClosed = false

  /** Whoever asks meanwhile gets the same. */
  const checkOnce = (url: string, url_hash: string, before: WebPageRow | undefined): Promise<WebPageRow> => {
    const begun = checking.get(url_hash) ?? inTurn(url, url_hash, before).finally(() => checking.delete(url_hash))
    checking.set(url_hash, begun)
    return begun
  }

  const inTurn = (url: string, url_hash: string, before: WebPageRow | undefined) =>
    oneOfSome(() => check(parts, { url, url_hash, before })).catch(error => {
      if (!isClosed) throw error
      return notChecked(url, before)
    })

  const orClosed = (found: Promise<WebPageRow>, url: string, before: WebPageRow | undefined) =>
    Promise.race([found, closing.promise.then(() => notChecked(url, before))])

  return {
    async find(url) {
      const url_hash = hashOfUrl(url)
      // Before the look: what was found just after it would be asked for once more.
      const underWay = checking.get(url_hash)
      if (underWay) return await orClosed(underWay, url, undefined)
      const kept = await findWebPage(parts.db.read, url_hash)
      if (kept && Date.now() - Date.parse(kept.checked_at) < freshMs[kept.framing]) return kept
      if (isClosed || checking.size >= mostWaiting) return notChecked(url, kept)
      return await orClosed(checkOnce(url, url_hash, kept), url, kept)
    },
    close() {
      isClosed = true
      closing.resolve()
    },
  }
}

export const sweepWebPages = (db: Database) => forgetWebPages(db, new Date(Date.now() - keptMs).toISOString())

/** What was known before is better than nothing. */
const notChecked = (url: string, before: WebPageRow | undefined): WebPageRow =>
  before ?? {
    ...rowOf(unknownPage(url, 'Too many pages are being looked at'), null, null),
    url_hash: hashOfUrl(url),
    checked_at: isoNow(),
  }

interface Checking {
  readonly url: string
  readonly url_hash: string
  readonly before: WebPageRow | undefined
}

async function check(parts: WebPageParts, { url, url_hash, before }: Checking): Promise<WebPageRow> {
  const page = await checkPage(parts.guardedFetch, url, new URL(parts.publicUrl))
  const picture = await pictureOf(parts, page.pictures, pageSort)
  const icon = await pictureOf(parts, page.icons, iconSort)
  const checked_at = isoNow()
  // A site that is away for a while is shown as it was last seen.
  const isSeenBefore = page.framing === 'unknown' && before !== undefined
  const known = isSeenBefore ? { ...before, framing: page.framing, reason: page.reason } : rowOf(page, picture, icon)
  const row = { ...known, url_hash, checked_at }
  await parts.db.write(async tx => {
    const made = [picture, icon].filter(one => one !== null)
    await recordFiles(
      tx,
      made.map(({ hash, size }) => ({ hash, size, mime: pictureMime, created_at: checked_at })),
    )
    await setWebPage(tx, row)
  })
  return row
}

const rowOf = (page: CheckedPage, picture: KeptPicture | null, icon: KeptPicture | null) => ({
  url: page.url,
  framing: page.framing,
  reason: page.reason,
  title: page.title,
  picture_hash: picture?.hash ?? null,
  picture_width: picture?.width ?? null,
  picture_height: picture?.height ?? null,
  icon_hash: icon?.hash ?? null,
  icon_width: icon?.width ?? null,
  icon_height: icon?.height ?? null,
})
