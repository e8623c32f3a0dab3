// Why a change did not happen, as the same error that calls throw.

import { statusOf } from '@tessera/contract'
import type { ServerMessages } from '@tessera/contract/live'
import { type ErrorCode, TesseraError } from '../rest/errors.ts'

type Problem = ServerMessages['refused']['error']

const operation = 'objects.change'

export const refusalOf = ({ code, message, errors, request_id }: Problem) =>
  new TesseraError(message, {
    code,
    status: statusOf(code, 'A'),
    operation,
    fields: errors ?? [],
    requestId: request_id,
  })

/** Found by the client, without a request. */
export const refusal = (code: Extract<ErrorCode, Problem['code']>, message: string) =>
  new TesseraError(message, { code, status: statusOf(code, 'A'), operation })

/** The error is not about the change itself: it may succeed the next time. */
export const isTransient = (code: Problem['code']) =>
  ['Conflict', 'ServiceUnavailable', 'TooManyRequests', 'InternalServerError'].includes(code)

/** The index of the change whose object no longer exists; null if the error is another. */
export function missingObjectIndex({ code, errors = [] }: Problem): number | null {
  const match =
    code === 'BadRequest' && errors.length === 1 ? /^changes\[(\d+)\]\.id$/.exec(errors[0]?.field ?? '') : null
  return match ? Number(match[1]) : null
}
