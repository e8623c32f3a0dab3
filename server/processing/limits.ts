// How much of the machine a foreign file may have, and what is made of it.

const megabyte = 1024 * 1024

/** The sides of pictures, the longer one each, the smallest first; none is larger than what it is made of. */
export const imageSides = [256, 1024, 2048, 4096]
export const pageSides = [400, 2000]
export const avatarSide = 512

/** Over all frames: what has more stands still. */
export const mostMovingPixels = 60_000_000
export const mostPixels = 100_000_000
export const mostPages = 2_000
/** Of one page. */
export const longestText = 200_000

export const limits = {
  imageMs: 120_000,
  openDocumentMs: 60_000,
  pageMs: 60_000,
  /** Of work on one document, however often it was interrupted. */
  documentMs: 3_600_000,
  convertMs: 180_000,
  /** After so long another document has its turn. */
  sliceMs: 10_000,
  /** Begun so often without getting any further, it is given up. */
  tries: 3,
  childBytes: 3_000 * megabyte,
  convertBytes: 3_000 * megabyte,
  /** The largest file that any of them may write. */
  fileBytes: 512 * megabyte,
}

export type Limits = typeof limits
