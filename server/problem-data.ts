// A problem as plain data and back: errors lose what they are between threads and in the database.

import { Problem } from '@tessera/contract'

export type ProblemData = Pick<Problem, 'code' | 'message' | 'faults' | 'retryAfterSeconds'>

export const problemData = ({ code, message, faults, retryAfterSeconds }: Problem): ProblemData => ({
  code,
  message,
  faults,
  retryAfterSeconds,
})

export const problemFrom = ({ code, message, faults, retryAfterSeconds }: ProblemData): Problem =>
  new Problem(code, message, { faults, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) })
