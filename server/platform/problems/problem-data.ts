// A problem as plain data and back, for messages between threads and for the database.

import { Problem } from '@tessera/contract'

export type ProblemData = Pick<Problem, 'code' | 'message' | 'fieldErrors' | 'retryAfterSeconds' | 'neededScope'>

export const problemData = ({ code, message, fieldErrors, retryAfterSeconds, neededScope }: Problem): ProblemData => ({
  code,
  message,
  fieldErrors,
  retryAfterSeconds,
  neededScope,
})

export const problemFrom = ({ code, message, fieldErrors, retryAfterSeconds, neededScope }: ProblemData): Problem =>
  new Problem(code, message, {
    fieldErrors: fieldErrors,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(neededScope === undefined ? {} : { neededScope }),
  })
