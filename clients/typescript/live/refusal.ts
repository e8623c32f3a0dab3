// Why a change did not happen, as the same error that calls throw.

import { statusOf } from '@tessera/contract'
import type { ServerMessages } from '@tessera/contract/live'
import { type ErrorCode, TesseraError } from '../rest/errors.ts'

type Problem = ServerMessages['refused']['error']

const operation = 'objects.change'

export const refusalOf = ({ code, message, reason, scope, errors, request_id }: Problem) =>
  new TesseraError(message, {
    code,
    status: statusOf(code, 'A'),
    operation,
    reason,
    neededScope: scope,
    fields: errors ?? [],
    requestId: request_id,
  })

/** Found by the client, without a request. */
export const refusal = (code: Extract<ErrorCode, Problem['code']>, message: string) =>
  new TesseraError(message, { code, status: statusOf(code, 'A'), operation })

/** The error is not about the change itself: it may succeed the next time. */
export const isTransient = (code: Problem['code']) =>
  ['Conflict', 'ServiceUnavailable', 'TooManyRequests', 'InternalServerError'].includes(code)

/** A change whose object no longer exists, or an object that an arrangement names: its index in `ids`. */
export interface MissingObject {
  readonly index: number
  readonly place: number | null
}

/** What no longer exists; null if the error is about anything else as well. */
export function missingObjects({ code, errors = [] }: Problem): readonly MissingObject[] | null {
  if (code !== 'BadRequest' || errors.length === 0) return null
  const missing = errors.flatMap(({ field }): MissingObject[] => {
    const match = /^changes\[(\d+)\]\.(?:id|above|below|group|ids\[(\d+)\])$/.exec(field)
    return match ? [{ index: Number(match[1]), place: match[2] === undefined ? null : Number(match[2]) }] : []
  })
  return missing.length === errors.length ? missing : null
}
