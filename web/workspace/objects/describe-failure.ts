// Why a file could not be processed, in the language of the page.

import type { BoardObject } from '@tessera/client'
import type { FailureCode } from '@tessera/contract/failures'
import type { WorkspaceMessages } from '../workspace-messages.ts'
import { fieldOf } from './abilities.ts'

/** Null if there is no failure. Uses the message of the service if the code is missing or unknown. */
export function describeFailure(object: BoardObject, messages: WorkspaceMessages): string | null {
  const reason = fieldOf(object, 'reason')
  if (typeof reason !== 'string') return null
  return messages.failures[fieldOf(object, 'reasonCode') as FailureCode] ?? reason
}
