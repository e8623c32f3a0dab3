// A problem as plain data and back: errors lose what they are between threads and in the database.

import { Problem } from '@tessera/contract'

export type ProblemData = Pick<Problem, 'code' | 'message' | 'fieldErrors' | 'retryAfterSeconds'>

export const problemData = ({ code, message, fieldErrors: faults, retryAfterSeconds }: Problem): ProblemData => ({
  code,
  message,
  fieldErrors: faults,
  retryAfterSeconds,
})

export const problemFrom = ({ code, message, fieldErrors: faults, retryAfterSeconds }: ProblemData): Problem =>
  new Problem(code, message, { faults, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) })
