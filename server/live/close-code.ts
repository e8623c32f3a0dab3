// What went wrong, as messages and codes of the socket.

import type { Problem, ProblemCode } from '@tessera/contract'
import { closeCodes } from '@tessera/contract/live'

/** As the inner object of an HTTP error. */
export const errorView = (problem: Problem, request_id: string) => ({
  code: problem.code,
  message: problem.message,
  ...(problem.faults.length > 0 ? { errors: [...problem.faults] } : {}),
  request_id,
})

const codes: Partial<Record<ProblemCode, number>> = {
  BadRequest: closeCodes.badMessage,
  Unauthorized: closeCodes.token,
  ForbiddenError: closeCodes.notAllowed,
  ResourceNotFound: closeCodes.noWorkspace,
  TooManyRequests: closeCodes.tooMany,
  ServiceUnavailable: closeCodes.restart,
}

export const closeCodeOf = (problem: Problem): number => codes[problem.code] ?? closeCodes.fault
