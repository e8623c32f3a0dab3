// The two ways in which processing fails.

import type { FailureCode } from '@tessera/contract/failures'

/** The file is to blame, and trying again would not help; the message is a sentence for its owner. */
export class Unfit extends Error {
  override name = 'Unfit'
  readonly code: FailureCode

  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

/** What was to read the file ended, or had to be ended. It may go better another time. */
export class ChildFailed extends Error {
  override name = 'ChildFailed'
  readonly fault: 'crashed' | 'late' | 'stopped'

  constructor(fault: 'crashed' | 'late' | 'stopped', message: string) {
    super(message)
    this.fault = fault
  }
}

export const toldToStop = () => new ChildFailed('stopped', 'it was told to stop')
