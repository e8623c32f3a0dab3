// The picture that is copied from the menu: of the selection, or of everything, with the last color settings.

import type { OpenBoard } from '../../state/board.ts'
import { readLastChoice } from '../../state/export-choice.ts'
import { contentsOf, selectedRegion } from './export-region.ts'
import type { PictureQuery } from './fetch-picture.ts'
import { largestScale, pictureQuery } from './picture-request.ts'

/** Sharp on most screens. */
const scale = 2

export function selectionQuery(board: OpenBoard, format: 'png' | 'svg'): PictureQuery {
  const region = selectedRegion(board) ?? { what: 'everything' }
  const box = contentsOf(board, region).box ?? { x: 0, y: 0, width: 0, height: 0 }
  const last = readLastChoice()
  // Browsers keep only the pixels of a PNG on the clipboard.
  const isEmbedded = format === 'svg'
  return pictureQuery({ ...last, format, isEmbedded, scale: Math.min(scale, largestScale(box, last)) }, region, box)
}
