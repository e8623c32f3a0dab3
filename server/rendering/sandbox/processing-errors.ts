// The errors that processing a file throws. Any other error, such as one of the storage, says nothing about the file.

import type { FailureCode } from '@tessera/contract/failures'

/** The file cannot be read, and a retry would not help. The message is shown to its owner. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly code: FailureCode

  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

type ChildFailureReason = 'crashed' | 'timeout' | 'aborted'

/** The process that was reading the file ended or was killed. A retry may succeed. */
export class ChildFailed extends Error {
  override name = 'ChildFailed'
  readonly reason: ChildFailureReason

  constructor(reason: ChildFailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** There is no space for the result of processing the file. That is not a failure of the file. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')

export const abortedError = () => new ChildFailed('aborted', 'the task was aborted')
