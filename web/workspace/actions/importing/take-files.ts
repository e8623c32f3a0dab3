// Handles files that are dropped or pasted on the board: those that contain objects are imported, all others become
// images and documents.

import { type Format, formats } from '@tessera/contract/formats'
import type { Point } from '@tessera/drawing'
import type { OpenBoard } from '../../state/board.ts'
import { uploadFiles } from '../uploads/upload-files.ts'
import { importFile } from './import-file.ts'
import { isBoardFile } from './recognize-board-file.ts'

export async function takeFiles(board: OpenBoard, files: readonly File[], at: Point): Promise<void> {
  const areBoards = await Promise.all(files.map(isBoardFile))
  const others = files.filter((_, index) => !areBoards[index])
  if (others.length > 0) void uploadFiles(board, others, at)
  // Places one after the other, so that each finds its place beside the one before.
  for (const [index, file] of files.entries()) if (areBoards[index]) await importFile(board, file, at)
}

/** A diagram on the clipboard. */
export const takeText = (board: OpenBoard, text: string, format: Format, at: Point): Promise<void> =>
  importFile(board, new File([text], `clipboard.${formats[format].extensions[0]}`), at)
