// Where the pictures of a published board are: the smallest that is sharp enough, under an address that is good for as
// long as the board is published.

import type { PictureSource } from '../canvas/picture-cache.ts'
import { localAddress } from '../ui/local-address.ts'
import type { PublishedPages } from './published-pages.ts'

interface PictureVersion {
  readonly url: string
  readonly width: number
}

export const publishedPictures = (pages: PublishedPages): PictureSource => ({
  address(key, pixels) {
    // `<id>` of an image, `<id>/1` of the first page of a document.
    const object = pages.objects.get(key.split('/', 1)[0] as string) as
      | { pictures?: readonly PictureVersion[] }
      | undefined
    const versions = object?.pictures ?? []
    const best = versions.find(({ width }) => width >= pixels) ?? versions.at(-1)
    return best ? localAddress(best.url) : null
  },
})
