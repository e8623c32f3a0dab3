// Checks the web pages that browser objects show: on the first request of a reader of the board, then once a day at most;
// concurrent requests share one check. A request names an object, never a URL, so the server cannot be used as a proxy.
// Workspaces share no results.

import { insertFiles, pictureMime, StorageUnavailable } from '../../platform/files/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { isoNow, Semaphore } from '../../tools/index.ts'
import type { StoredPictureFile } from '../uploads/store-pictures.ts'
import { type CheckedPage, checkPage, unknownPage } from './check-page.ts'
import { iconKind, type PictureDependencies, pagePictureKind, pictureOf } from './page-picture.ts'
import {
  deleteStaleWebPages,
  findWebPage,
  hashPage,
  type ShownPage,
  setWebPage,
  type WebPageRow,
} from './web-page-store.ts'

export interface WebPages {
  /** Returns the result for a page that the caller may see on the board. */
  find(page: ShownPage): Promise<WebPageRow>
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
const maxConcurrent = 24
const maxPending = 500

export function openWebPages(dependencies: WebPageDependencies): WebPages {
  const checking = new Map<string, Promise<WebPageRow>>()
  const concurrency = new Semaphore(maxConcurrent)
  const closing = Promise.withResolvers<void>()
  let isClosed = false

  /** Concurrent callers share one check. */
  const checkOnce = (page: PageCheck): Promise<WebPageRow> => {
    const { url_hash } = page
    const check = checking.get(url_hash) ?? inTurn(page).finally(() => checking.delete(url_hash))
    checking.set(url_hash, check)
    return check
  }

  const inTurn = (page: PageCheck) =>
    concurrency
      .run(() => check(dependencies, page))
      .catch(error => {
        // Without the storage the pictures are unknown, so the result is not cached.
        if (!isClosed && !(error instanceof StorageUnavailable)) throw error
        return notChecked(page)
      })

  const orClosed = (found: Promise<WebPageRow>, page: PageCheck) =>
    Promise.race([found, closing.promise.then(() => notChecked(page))])

  return {
    async find(shown) {
      const { url } = shown
      const url_hash = hashPage(shown)
      // This runs before the row is read: a check that finishes in between would otherwise be repeated.
      const running = checking.get(url_hash)
      if (running) return await orClosed(running, { url, url_hash, before: undefined })
      const stored = await findWebPage(dependencies.db.read, url_hash)
      if (stored && Date.now() - Date.parse(stored.checked_at) < freshMs[stored.framing]) return stored
      const page = { url, url_hash, before: stored }
      if (isClosed || checking.size >= maxPending) return notChecked(page)
      return await orClosed(checkOnce(page), page)
    },
    close() {
      isClosed = true
      closing.resolve()
    },
  }
}

export const sweepWebPages = (db: Database) => deleteStaleWebPages(db, new Date(Date.now() - retentionMs).toISOString())

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
}

async function check(dependencies: WebPageDependencies, { url, url_hash, before }: PageCheck): Promise<WebPageRow> {
  const page = await checkPage(dependencies.guardedFetch, url, new URL(dependencies.publicUrl))
  const picture = await pictureOf(dependencies, page.pictures, pagePictureKind)
  const icon = await pictureOf(dependencies, page.icons, iconKind)
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
