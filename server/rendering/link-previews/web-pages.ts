// Checks the web pages that browser objects show: on the first request of a reader of the board, then once a day at most;
// concurrent requests share one check. A request names an object, never a URL, so the server cannot be used as a proxy.
// Workspaces share no results.

import { insertFiles, pictureMime, StorageUnavailable } from '../../platform/files/index.ts'
import { openPageChecks, openRateLimit, pageChecksPerMinute, TooManyChecks } from '../../platform/limits/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { isoNow } from '../../tools/index.ts'
import type { StoredPictureFile } from '../uploads/store-pictures.ts'
import { type CheckedPage, checkPage, unknownPage } from './check-page.ts'
import { iconKind, type PictureDependencies, pagePictureKind, pictureOf } from './page-picture.ts'
import {
  deleteOldestWebPages,
  deleteStaleWebPages,
  findWebPage,
  hashPage,
  markReplacedPictures,
  type ShownPage,
  setWebPage,
  type WebPageRow,
} from './web-page-store.ts'

export interface WebPages {
  /** Returns the result for a page that this user may see on the board. */
  find(page: ShownPage, user_id: number): Promise<WebPageRow>
  /** On close, waiting callers get the last known result. */
  close(): void
}

export interface WebPageDependencies extends PictureDependencies {
  readonly db: Database
  readonly publicUrl: string
}

const minuteMs = 60_000
const freshMs = { allowed: 1_440 * minuteMs, refused: 1_440 * minuteMs, unknown: 5 * minuteMs }
const retentionMs = 30 * 1_440 * minuteMs
/** Of the pictures of all pages: beyond it, those of the pages checked longest ago are removed. */
const maxStoredBytes = 1_000_000_000
/** How many checks may store pictures until the limit is enforced. */
const checksPerEviction = 100

export function openWebPages(dependencies: WebPageDependencies): WebPages {
  const checking = new Map<string, Promise<WebPageRow>>()
  const turns = openPageChecks()
  const rate = openRateLimit(pageChecksPerMinute)
  const closing = Promise.withResolvers<void>()
  let isClosed = false
  let checks = 0

  /** Concurrent callers share one check. */
  const checkOnce = (page: PageCheck): Promise<WebPageRow> => {
    const { url_hash } = page
    const check = checking.get(url_hash) ?? inTurn(page).finally(() => checking.delete(url_hash))
    checking.set(url_hash, check)
    return check
  }

  const inTurn = (page: PageCheck) =>
    turns
      .run(() => check(dependencies, page), page.user_id)
      .catch(error => {
        // Without the storage the pictures are unknown, so the result is not cached.
        if (!isClosed && !(error instanceof StorageUnavailable || error instanceof TooManyChecks)) throw error
        return notChecked(page)
      })

  const orClosed = (found: Promise<WebPageRow>, page: PageCheck) =>
    Promise.race([found, closing.promise.then(() => notChecked(page))])

  return {
    async find(shown, user_id) {
      const { url } = shown
      const url_hash = hashPage(shown)
      // This runs before the row is read: a check that finishes in between would otherwise be repeated.
      const running = checking.get(url_hash)
      if (running) return await orClosed(running, { url, url_hash, before: undefined, user_id })
      const stored = await findWebPage(dependencies.db.read, url_hash)
      if (stored && Date.now() - Date.parse(stored.checked_at) < freshMs[stored.framing]) return stored
      const page = { url, url_hash, before: stored, user_id }
      if (isClosed || rate.take(user_id)?.isExceeded) return notChecked(page)
      const checked = await orClosed(checkOnce(page), page)
      checks += 1
      if (checks % checksPerEviction === 0) await deleteOldestWebPages(dependencies.db, maxStoredBytes)
      return checked
    },
    close() {
      isClosed = true
      closing.resolve()
    },
  }
}

export async function sweepWebPages(db: Database, { maxBytes = maxStoredBytes } = {}): Promise<void> {
  await deleteStaleWebPages(db, new Date(Date.now() - retentionMs).toISOString())
  await deleteOldestWebPages(db, maxBytes)
}

/** The previous result, if there is one. */
const notChecked = ({ url, url_hash, before }: PageCheck): WebPageRow =>
  before ?? {
    ...rowOf(unknownPage(url, 'The page cannot be checked at the moment'), null, null),
    url_hash,
    checked_at: isoNow(),
  }

interface PageCheck {
  readonly url: string
  readonly url_hash: string
  readonly before: WebPageRow | undefined
  readonly user_id: number
}

async function check(
  dependencies: WebPageDependencies,
  { url, url_hash, before, user_id }: PageCheck,
): Promise<WebPageRow> {
  const page = await checkPage(dependencies.guardedFetch, url, new URL(dependencies.publicUrl))
  const picture = await pictureOf(dependencies, page.pictures, { kind: pagePictureKind, user_id })
  const icon = await pictureOf(dependencies, page.icons, { kind: iconKind, user_id })
  const checked_at = isoNow()
  // If the site is unavailable, its last known title and pictures are stored.
  const isSeenBefore = page.framing === 'unknown' && before !== undefined
  const known = isSeenBefore ? { ...before, framing: page.framing, reason: page.reason } : rowOf(page, picture, icon)
  const row = { ...known, url_hash, checked_at }
  await dependencies.db.write(async tx => {
    const made = [picture, icon].filter(one => one !== null)
    await insertFiles(
      tx,
      made.map(({ hash, size }) => ({ hash, size, mime: pictureMime, created_at: checked_at })),
    )
    await setWebPage(tx, row)
    if (before) await markReplacedPictures(tx, before, row)
  })
  return row
}

const rowOf = (page: CheckedPage, picture: StoredPictureFile | null, icon: StoredPictureFile | null) => ({
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
