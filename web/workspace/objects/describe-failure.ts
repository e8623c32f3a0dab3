// Why nothing could be made of an uploaded file, in the language of the page.

import type { BoardObject } from '@tessera/client'
import type { FailureCode } from '@tessera/contract/failures'
import type { WorkspaceWords } from '../workspace-words.ts'
import { fieldOf } from './abilities.ts'

/** Null where all is well. What has no code, or one that this page does not know, says it as the service did. */
export function describeFailure(object: BoardObject, words: WorkspaceWords): string | null {
  const reason = fieldOf(object, 'reason')
  if (typeof reason !== 'string') return null
  return words.failures[fieldOf(object, 'reasonCode') as FailureCode] ?? reason
}
