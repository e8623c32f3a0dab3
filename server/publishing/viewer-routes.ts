// The addresses under /view: the page of a published workspace, for anyone.

import type { Database } from '../db/database.ts'
import type { PageReply, PageRoute } from '../page.ts'
import type { Html } from '../pages/html.ts'
import { findShownFile, findShownOutline } from './snapshot-store.ts'
import { gonePage, viewerPage, viewerTags } from './viewer-page.ts'
import { viewerWords } from './viewer-words.ts'

export interface ViewerParts {
  readonly db: Database
  readonly publicUrl: string
  /** The built page that the tags of the viewer are taken from. */
  readonly builtPage: string
}

export function viewerRoutes({ db, publicUrl, builtPage }: ViewerParts): PageRoute[] {
  const tags = viewerTags(builtPage)
  return [
    {
      method: 'GET',
      path: '/view/:uid',
      speaks: 'html',
      run: async ({ url, language }) => {
        const words = viewerWords[language]
        const uid = uidIn(url)
        const shown = uid ? await findShownOutline(db.read, uid) : undefined
        if (!shown) return answer(gonePage(tags, words), { status: 404 })
        const { id: version, outline, ...rest } = shown
        return answer(viewerPage({ ...rest, version, publicUrl, outline: JSON.parse(outline) }, tags, words))
      },
    },
  ]
}

export const findPublishedFile = (db: Database) => (uid: string, hash: string) => findShownFile(db.read, uid, hash)

const uidIn = (url: string) => /^\/view\/([A-Za-z0-9]{20})(?:[/?]|$)/.exec(url)?.[1]

const answer = (page: Html, more: { status?: number } = {}): PageReply => ({
  html: page,
  isEmbeddable: true,
  // Asked for each time: it may have been taken back.
  headers: { 'cache-control': 'no-cache', vary: 'accept-language, cookie' },
  ...more,
})
