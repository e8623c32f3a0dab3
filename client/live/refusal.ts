// Why a change did not happen, as the error that calls throw too.

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

/** Found out here, without asking the service. */
export const refusal = (code: Extract<ErrorCode, Problem['code']>, message: string) =>
  new TesseraError(message, { code, status: statusOf(code, 'A'), operation })

/** It says nothing about the change itself, which may well happen the next time. */
export const isTransient = (code: Problem['code']) =>
  ['Conflict', 'ServiceUnavailable', 'TooManyRequests', 'InternalServerError'].includes(code)

/** The place of the change whose object does not exist any more, where that is what is wrong. */
export function goneIn({ code, errors = [] }: Problem): number | null {
  const place =
    code === 'BadRequest' && errors.length === 1 ? /^changes\[(\d+)\]\.id$/.exec(errors[0]?.field ?? '') : null
  return place ? Number(place[1]) : null
}
