// The URLs of the pictures of a published board: the smallest one that is sharp enough, valid for as long as the board is
// published. Pages of documents after the first are requested when they are turned to.

import type { Operations, ReplyOf } from '@tessera/contract'
import type { PictureSource } from '../canvas/picture-cache.ts'
import { localAddress } from '../ui/local-address.ts'
import type { PublishedPages } from './published-pages.ts'

export type DocumentPages = ReplyOf<Operations['published']['listPages']>

/** Fetches the pages of a document from an offset. */
export type FetchDocumentPages = (id: string, offset: number, limit: number) => Promise<DocumentPages>

interface PictureVersion {
  readonly url: string
  readonly width: number
}

const pagesAtOnce = 50

export function publishedPictures(pages: PublishedPages, fetchPages: FetchDocumentPages): PictureSource {
  const lists = new Map<string, Promise<DocumentPages>>()

  async function laterPage(id: string, page: number): Promise<readonly PictureVersion[]> {
    const offset = Math.floor((page - 1) / pagesAtOnce) * pagesAtOnce
    const key = `${id} ${offset}`
    const list = lists.get(key) ?? fetchPages(id, offset, pagesAtOnce)
    lists.set(key, list)
    list.catch(() => lists.delete(key))
    return (await list).pages.find(({ number }) => number === page)?.pictures ?? []
  }

  return {
    async address(key, pixels) {
      // `<id>` of an image, `<id>/<page>` of a document.
      const [id = '', page = '1'] = key.split('/')
      const object = pages.objects.get(id) as { pictures?: readonly PictureVersion[] } | undefined
      const versions = page === '1' ? (object?.pictures ?? []) : await laterPage(id, Number(page)).catch(() => [])
      const best = versions.find(({ width }) => width >= pixels) ?? versions.at(-1)
      return best ? localAddress(best.url) : null
    },
  }
}
