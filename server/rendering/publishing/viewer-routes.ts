// The route of the viewer page at /view/:uid, which is open to anyone.

import type { Html, PageReply, PageRoute } from '../../platform/pages/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { findShownFile, findShownOutline } from './snapshot-store.ts'
import { viewerMessages } from './viewer-messages.ts'
import { gonePage, viewerPage, viewerTags } from './viewer-page.ts'

export interface ViewerDependencies {
  readonly db: Database
  readonly publicUrl: string
  /** The path of the built viewer page, whose script and style tags are used. */
  readonly builtPage: string
}

export function viewerRoutes({ db, publicUrl, builtPage }: ViewerDependencies): PageRoute[] {
  const tags = viewerTags(builtPage)
  return [
    {
      method: 'GET',
      path: '/view/:uid',
      errorFormat: 'html',
      run: async ({ url, language }) => {
        const messages = viewerMessages[language]
        const uid = uidIn(url)
        const shown = uid ? await findShownOutline(db.read, uid) : undefined
        if (!shown) return pageReply(gonePage(tags, messages), { status: 404 })
        const { id: version, outline, ...rest } = shown
        return pageReply(viewerPage({ ...rest, version, publicUrl, outline: JSON.parse(outline) }, tags, messages))
      },
    },
  ]
}

export const findPublishedFile = (db: Database) => (uid: string, hash: string) => findShownFile(db.read, uid, hash)

const uidIn = (url: string) => /^\/view\/([A-Za-z0-9]{20})(?:[/?]|$)/.exec(url)?.[1]

const pageReply = (page: Html, more: { status?: number } = {}): PageReply => ({
  html: page,
  isEmbeddable: true,
  // Clients revalidate each time: the workspace may have been unpublished.
  headers: { 'cache-control': 'no-cache', vary: 'accept-language, cookie, sec-fetch-dest' },
  ...more,
})
