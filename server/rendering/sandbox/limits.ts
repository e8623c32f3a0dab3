// Limits on time, memory and size for processing an uploaded file, and the sizes of the pictures made from it.

const megabyte = 1024 * 1024

/** The longer sides of pictures, smallest first. A picture is never larger than its source. */
export const imageSides = [256, 1024, 2048, 4096]
export const pageSides = [400, 2000]
export const avatarSide = 512

/** The maximum of all frames together; an animation with more pixels becomes a still picture. */
export const maxAnimatedPixels = 60_000_000
export const maxPixels = 100_000_000
export const maxPages = 2_000
/** Per page. */
export const maxTextLength = 200_000

export const limits = {
  imageMs: 120_000,
  openDocumentMs: 60_000,
  pageMs: 60_000,
  /** Total time for one document, interruptions excluded. */
  documentMs: 3_600_000,
  convertMs: 180_000,
  readBoardMs: 120_000,
  /** A document is drawn in slices of this length, so that other documents get their turn. */
  sliceMs: 10_000,
  /** The file counts as unreadable after this many attempts without progress. */
  maxTries: 3,
  childBytes: 3_000 * megabyte,
  convertBytes: 3_000 * megabyte,
  /** The largest file that a child process may write. */
  fileBytes: 512 * megabyte,
}

export type Limits = typeof limits
