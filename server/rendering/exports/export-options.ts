// The options of an export: for pictures, the options of a picture; for other formats, only what is exported.

import { badField, type ExportRequest, exportFormats, isPictureFormat, joinNames } from '@tessera/contract'
import { type PictureOptions, type Region, readPictureOptions, readRegion } from '../pictures/picture-options.ts'

export type ExportOptions =
  | { readonly picture: PictureOptions; readonly region: Region; readonly hasHistory: false }
  | { readonly picture: null; readonly region: Region; readonly hasHistory: boolean }

const pictureFields = ['scale', 'width', 'background', 'theme', 'padding', 'pages', 'paper', 'embed'] as const

/** Throws a BadRequest if the options are invalid. */
export function readExportOptions({ format, history = false, ...query }: ExportRequest): ExportOptions {
  if (history && format !== 'tessera') throw badField('history', 'is only for tessera')
  if (isPictureFormat(format)) {
    const picture = readPictureOptions({ ...query, format })
    return { picture, region: picture.region, hasHistory: false }
  }
  const given = pictureFields.find(name => query[name] !== undefined)
  if (given) throw badField(given, `is only for ${joinNames(exportFormats.filter(isPictureFormat), 'and')}`)
  return { picture: null, region: readRegion(query), hasHistory: history }
}
