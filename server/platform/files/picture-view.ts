// The pictures made from a file, as the API shows them.

import type { SignFile } from './signed-url.ts'

/** A picture made for the board; always WebP. */
export interface StoredPicture {
  readonly hash: string
  readonly width: number
  readonly height: number
}

export const pictureMime = 'image/webp'

export const pictureViews = (pictures: readonly StoredPicture[], sign: SignFile) =>
  pictures.map(({ hash, width, height }) => ({
    url: sign({ hash, mime: pictureMime, isPicture: true }),
    width,
    height,
  }))
