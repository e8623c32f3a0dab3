// The formats of exports that are pictures. All others are written from the content of the board.

import { type ExportFormat, type PictureFormat, pictureFormats } from '@tessera/contract'

export const isPictureFormat = (format: ExportFormat): format is ExportFormat & PictureFormat =>
  (pictureFormats as readonly string[]).includes(format)

export type ContentFormat = Exclude<ExportFormat, PictureFormat>
