// Cuts the pictures of an imported board to the part that is shown, and flips them: an image on a board shows all of its
// file. Runs in the child process that reads the file.

import type { Sharp } from 'sharp'
import type { ImportedBoard, ImportedFile, ImportedObject, PictureCrop, PlacedBox } from './board-content.ts'

export async function cropPictures(board: ImportedBoard): Promise<ImportedBoard> {
  const cropped = new Map(board.objects.filter(isCropped).map(object => [object.file, object.crop as PictureCrop]))
  if (cropped.size === 0) return board
  const { default: sharp } = await import('sharp')
  const files: ImportedFile[] = []
  for (const file of board.files) {
    const crop = cropped.get(file.name)
    files.push(crop ? await cutTo(file, crop, bytes => sharp(bytes, { limitInputPixels: maxPixels })) : file)
  }
  return { ...board, files }
}

const maxPixels = 100_000_000

const isCropped = ({ crop, file }: ImportedObject) =>
  file !== undefined && crop !== undefined && Boolean(crop.part || crop.isFlippedX || crop.isFlippedY)

/** A file that cannot be decoded stays unchanged: storing it finds out whether it is an image. */
async function cutTo(file: ImportedFile, crop: PictureCrop, open: (bytes: Uint8Array) => Sharp): Promise<ImportedFile> {
  try {
    const { width = 0, height = 0 } = (await open(file.bytes).metadata()).autoOrient ?? {}
    let picture = open(file.bytes).autoOrient()
    if (crop.part) picture = picture.extract(pixelsOf(crop.part, width, height))
    if (crop.isFlippedX) picture = picture.flop()
    if (crop.isFlippedY) picture = picture.flip()
    return { ...file, mime: 'image/png', bytes: await picture.png().toBuffer() }
  } catch {
    return file
  }
}

function pixelsOf(part: PlacedBox, width: number, height: number) {
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, Math.round(value)))
  const left = within(part.x * width, 0, width - 1)
  const top = within(part.y * height, 0, height - 1)
  return {
    left,
    top,
    width: within(part.width * width, 1, width - left),
    height: within(part.height * height, 1, height - top),
  }
}
