// The WebSocket close code for each problem.

import type { Problem, ProblemCode } from '@tessera/contract'
import { closeCodes } from '@tessera/contract/live'

const codes: Partial<Record<ProblemCode, number>> = {
  BadRequest: closeCodes.badMessage,
  Unauthorized: closeCodes.token,
  ForbiddenError: closeCodes.notAllowed,
  ResourceNotFound: closeCodes.noWorkspace,
  TooManyRequests: closeCodes.tooMany,
  ServiceUnavailable: closeCodes.restart,
}

export const closeCodeOf = (problem: Problem): number => codes[problem.code] ?? closeCodes.internalError
