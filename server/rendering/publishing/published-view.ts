// Published objects in the format of the API. Visitors see what a reader without further permissions sees: the pictures
// made for the board, not the original files.

import type { Operations, ReplyOf } from '@tessera/contract'
import { objectView, type StoredRecord } from '../../board/index.ts'
import { pictureViews, type SignedFile, type SignFile, type StoredPicture } from '../../platform/files/index.ts'
import type { PublishedDocument, PublishedRecord, ShownSnapshot } from './snapshot-store.ts'

/** Lists the files that these objects show. */
export function shownFiles(records: readonly PublishedRecord[]): SignedFile[] {
  const files: SignedFile[] = []
  const collect: SignFile = file => {
    if (file.isPicture) files.push(file)
    return ''
  }
  for (const { record } of records) objectView(record, collect)
  webPageViews(
    records.map(({ record }) => record),
    collect,
  )
  return files
}

type WebPageView = NonNullable<ReplyOf<Operations['published']['get']>['web_pages']>[number]

/** Lists the web page previews that were stored with these objects. */
export function webPageViews(records: readonly StoredRecord[], sign: SignFile): WebPageView[] {
  const pictureView = (picture: StoredPicture | null) =>
    picture === null ? null : (pictureViews([picture], sign)[0] ?? null)
  return records.flatMap(({ id, $: hidden }) => {
    if (!hidden?.page) return []
    const { title, picture, icon } = hidden.page
    return [{ id, title, picture: pictureView(picture), icon: pictureView(icon) }]
  })
}

/** Lists the documents among the objects. */
export const listDocuments = (records: readonly PublishedRecord[]): PublishedDocument[] =>
  records.flatMap(({ record }) => {
    const hash = record.pages === undefined ? undefined : record.$?.file?.hash
    return hash === undefined ? [] : [{ object_id: record.id, hash }]
  })

/** The URLs work only while the workspace is published. */
export const publishedFileSigner =
  (publicUrl: string, uid: string): SignFile =>
  ({ hash, isPicture }) =>
    isPicture ? `${publicUrl}/view/${uid}/files/${hash}` : ''

export const boundsView = ({
  left_x,
  top_y,
  right_x,
  bottom_y,
}: Pick<ShownSnapshot, 'left_x' | 'top_y' | 'right_x' | 'bottom_y'>) =>
  left_x === null || top_y === null || right_x === null || bottom_y === null
    ? null
    : { x: left_x, y: top_y, width: right_x - left_x, height: bottom_y - top_y }
