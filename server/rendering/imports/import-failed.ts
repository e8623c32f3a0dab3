// An import that cannot succeed. All other errors lead to another attempt.

import type { ImportError } from '@tessera/contract/import-report'

export class ImportFailed extends Error {
  override name = 'ImportFailed'
  readonly code: ImportError

  /** The message is shown to the user. */
  constructor(code: ImportError, message: string) {
    super(message)
    this.code = code
  }
}
