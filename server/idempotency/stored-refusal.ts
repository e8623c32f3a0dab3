// That a request was refused, kept as its answer: who did not hear it and sends the request again is refused again, even if
// by now it could be done. Otherwise it would be done after what was asked later.

import { Problem, statusOf } from '@tessera/contract'
import type { IdempotentCall, Replayed } from '../handler.ts'
import { problemData, problemFrom } from '../problem-data.ts'

/** What may be otherwise the next time is no answer to remember. */
const lasting: readonly Problem['code'][] = ['BadRequest', 'ForbiddenError', 'ResourceNotFound']

/** The answer to keep, if it is one. */
export function storedRefusal(call: IdempotentCall, refused: unknown): { call: IdempotentCall; reply: string }[] {
  if (!(refused instanceof Problem) || !lasting.includes(refused.code)) return []
  return [{ call: { ...call, status: statusOf(refused.code, 'A') }, reply: JSON.stringify(problemData(refused)) }]
}

export const isRefusal = ({ status }: Replayed) => status >= 400

export const problemIn = ({ body }: Replayed): Problem => problemFrom(JSON.parse(body))
