// That a request was refused, kept as its answer: who did not hear it and sends the request again is refused again, even if
// by now it could be done. Otherwise it would be done after what was asked later.

import { Problem, statusOf } from '@tessera/contract'
import type { IdempotentCall, Replayed } from '../handler.ts'

type Kept = Pick<Problem, 'code' | 'message' | 'faults'>

/** What may be otherwise the next time is no answer to remember. */
const lasting: readonly Problem['code'][] = ['BadRequest', 'ForbiddenError', 'ResourceNotFound']

/** The answer to keep, if it is one. */
export function keptRefusal(call: IdempotentCall, refused: unknown): { call: IdempotentCall; reply: string }[] {
  if (!(refused instanceof Problem) || !lasting.includes(refused.code)) return []
  const { code, message, faults } = refused
  return [{ call: { ...call, status: statusOf(code, 'A') }, reply: JSON.stringify({ code, message, faults } as Kept) }]
}

export const isRefusal = ({ status }: Replayed) => status >= 400

export function refusalIn({ body }: Replayed): Problem {
  const { code, message, faults } = JSON.parse(body) as Kept
  return new Problem(code, message, { faults })
}
