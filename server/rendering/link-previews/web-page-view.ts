// A checked web page in the format of the API.

import type { OneWebPage } from '@tessera/contract'
import type { Static } from 'typebox'
import { pictureViews, type SignFile } from '../../platform/files/index.ts'
import type { WebPageRow } from './web-page-store.ts'

type Record = Static<typeof OneWebPage>['page']

export function webPageView(row: WebPageRow, sign: SignFile): Record {
  const { url, framing, reason, title, checked_at } = row
  const pictureView = (hash: string | null, width: number | null, height: number | null) =>
    hash === null ? null : (pictureViews([{ hash, width: width ?? 0, height: height ?? 0 }], sign)[0] ?? null)
  return {
    url,
    framing,
    reason,
    title,
    picture: pictureView(row.picture_hash, row.picture_width, row.picture_height),
    icon: pictureView(row.icon_hash, row.icon_width, row.icon_height),
    checked_at,
  }
}
