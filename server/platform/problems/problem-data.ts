// A problem as plain data and back, for messages between threads and for the database.

import { Problem } from '@tessera/contract'

export type ProblemData = Pick<
  Problem,
  'code' | 'message' | 'fieldErrors' | 'retryAfterSeconds' | 'neededScope' | 'reason'
>

export const problemData = ({
  code,
  message,
  fieldErrors,
  retryAfterSeconds,
  neededScope,
  reason,
}: Problem): ProblemData => ({
  code,
  message,
  fieldErrors,
  retryAfterSeconds,
  neededScope,
  reason,
})

export const problemFrom = ({
  code,
  message,
  fieldErrors,
  retryAfterSeconds,
  neededScope,
  reason,
}: ProblemData): Problem =>
  new Problem(code, message, {
    fieldErrors: fieldErrors,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(neededScope === undefined ? {} : { neededScope }),
    ...(reason === undefined ? {} : { reason }),
  })
