// What was published, as anyone sees it. Objects look as they do to somebody who may read and no more: the pictures made
// for the board, not the files they were made of.

import type { Operations, ReplyOf } from '@tessera/contract'
import type { FileAddress } from '../files/signed-address.ts'
import { objectView, type SignFile, type StoredRecord } from '../objects/stored-object.ts'
import { pictureViews, type StoredPicture } from '../processing/picture-view.ts'
import type { PublishedDocument, PublishedRecord, ShownSnapshot } from './snapshot-store.ts'

/** The files that these objects show. */
export function filesShown(records: readonly PublishedRecord[]): FileAddress[] {
  const files: FileAddress[] = []
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

/** What was known of the pages that these objects show. */
export function webPageViews(records: readonly StoredRecord[], sign: SignFile): WebPageView[] {
  const pictureView = (picture: StoredPicture | null) =>
    picture === null ? null : (pictureViews([picture], sign)[0] ?? null)
  return records.flatMap(({ id, $: hidden }) => {
    if (!hidden?.page) return []
    const { title, picture, icon } = hidden.page
    return [{ id, title, picture: pictureView(picture), icon: pictureView(icon) }]
  })
}

/** What has pages to turn. */
export const documentsAmong = (records: readonly PublishedRecord[]): PublishedDocument[] =>
  records.flatMap(({ record }) => {
    const hash = record.pages === undefined ? undefined : record.$?.file?.hash
    return hash === undefined ? [] : [{ object_id: record.id, hash }]
  })

/** Good while the workspace is published, and no longer. */
export const publishedAddress =
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
