// Why a change did not happen, as the error that calls throw too.

import { statusOf } from '@tessera/contract'
import type { ServerMessages } from '@tessera/contract/live'
import { type ErrorCode, TesseraError } from './errors.ts'

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
