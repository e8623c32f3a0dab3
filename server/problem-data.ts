// A problem as plain data and back, for messages between threads and for the database.

import { Problem } from '@tessera/contract'

export type ProblemData = Pick<Problem, 'code' | 'message' | 'fieldErrors' | 'retryAfterSeconds'>

export const problemData = ({ code, message, fieldErrors, retryAfterSeconds }: Problem): ProblemData => ({
  code,
  message,
  fieldErrors,
  retryAfterSeconds,
})

export const problemFrom = ({ code, message, fieldErrors, retryAfterSeconds }: ProblemData): Problem =>
  new Problem(code, message, {
    fieldErrors: fieldErrors,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
