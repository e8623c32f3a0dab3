// Stored refusals: a client that did not receive the refusal and sends the request again is refused again, even if the
// request could succeed by now. Otherwise it would take effect after requests that were sent later.

import { Problem, statusOf } from '@tessera/contract'
import { problemData, problemFrom } from '../problems/index.ts'
import type { IdempotentCall, Replayed } from './idempotent-call.ts'

/** Other problems may not occur the next time and are not stored. */
const storable: readonly Problem['code'][] = ['BadRequest', 'ForbiddenError', 'ResourceNotFound']

/** The response to store; empty if the refusal is not storable. */
export function storedRefusal(call: IdempotentCall, refused: unknown): { call: IdempotentCall; reply: string }[] {
  if (!(refused instanceof Problem) || !storable.includes(refused.code)) return []
  return [{ call: { ...call, status: statusOf(refused.code, 'A') }, reply: JSON.stringify(problemData(refused)) }]
}

export const isRefusal = ({ status }: Replayed) => status >= 400

export const problemIn = ({ body }: Replayed): Problem => problemFrom(JSON.parse(body))
