// The error object of the API, identical in HTTP responses and in messages of the live socket.

import type { Problem } from '@tessera/contract'

export const errorView = (problem: Problem, request_id: string) => ({
  code: problem.code,
  message: problem.message,
  ...(problem.reason === undefined ? {} : { reason: problem.reason }),
  ...(problem.neededScope === undefined ? {} : { scope: problem.neededScope }),
  ...(problem.fieldErrors.length > 0 ? { errors: [...problem.fieldErrors] } : {}),
  request_id,
})
