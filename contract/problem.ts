// All error codes; the sets of status codes an operation may respond with; and the status of a code within a set.

import { Type } from 'typebox'

export const sets = {
  A: [400, 401, 403, 404, 500],
  B: [400, 401, 500],
  C: [400, 401, 404, 500],
  D: [400, 401, 403, 500],
} as const

export type ErrorSet = keyof typeof sets

/** Statuses in order of preference: the first one in the operation's set is used, or the first one if none is in it. */
const statuses = {
  BadRequest: [400],
  PayloadTooLarge: [400],
  UnsupportedMediaType: [400],
  Unauthorized: [401],
  ForbiddenError: [403, 400],
  ResourceNotFound: [404, 403, 400],
  MethodNotAllowed: [405],
  Conflict: [409],
  PreconditionFailed: [412],
  UnprocessableContent: [422],
  TooManyRequests: [429],
  InternalServerError: [500],
  ServiceUnavailable: [503],
} as const

export type ProblemCode = keyof typeof statuses

/** Why a request was refused, where programs have to tell causes with the same code apart. */
export const errorReasons = ['insufficient_scope', 'workspace_token'] as const
export type ErrorReason = (typeof errorReasons)[number]

/** The same for a field. */
export const fieldErrorReasons = ['not_a_member'] as const
export type FieldErrorReason = (typeof fieldErrorReasons)[number]

/** Why a field of a request is invalid. */
export interface FieldError {
  /** The name of the field, with the way to it: `changes[2].data.text`. */
  field: string
  /** What is wrong with its value. */
  message: string
  /** For programs, where the message alone would have to be parsed. */
  reason?: FieldErrorReason
}

interface ProblemDetails {
  readonly fieldErrors?: readonly FieldError[]
  readonly retryAfterSeconds?: number
  readonly neededScope?: string
  readonly reason?: ErrorReason
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly fieldErrors: readonly FieldError[]
  readonly retryAfterSeconds: number | undefined
  /** The scopes that the request needs, separated by spaces, if the token lacks one of them. */
  readonly neededScope: string | undefined
  readonly reason: ErrorReason | undefined

  constructor(code: ProblemCode, message: string, more: ProblemDetails = {}) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.fieldErrors = more.fieldErrors ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
    this.neededScope = more.neededScope
    this.reason = more.neededScope === undefined ? more.reason : 'insufficient_scope'
  }
}

/** A single field of the request is invalid. */
export const badField = (field: string, message: string) =>
  new Problem('BadRequest', `${field} ${message}`, { fieldErrors: [{ field, message }] })

export function statusOf(code: ProblemCode, set: ErrorSet): number {
  const wanted: readonly number[] = statuses[code]
  const allowed: readonly number[] = sets[set]
  return wanted.find(status => allowed.includes(status)) ?? (wanted[0] as number)
}

/** A token without the scope is refused with 403 by every operation, as RFC 6750 says. */
export const statusOfProblem = (problem: Problem, set: ErrorSet): number =>
  problem.neededScope === undefined ? statusOf(problem.code, set) : 403

const FieldProblem = Type.Object(
  {
    field: Type.String({ description: 'The field or parameter, such as `text` or `changes[2].data.x`' }),
    message: Type.String({ description: 'What is wrong with it, in English' }),
    reason: Type.Optional(
      Type.Unsafe<FieldErrorReason>({
        type: 'string',
        enum: [...fieldErrorReasons],
        description: 'For programs: `not_a_member` if the person is not in the organization',
      }),
    ),
  },
  { named: 'FieldError', description: 'A field of the request that is invalid' },
)

const ErrorDetails = Type.Object(
  {
    code: Type.Unsafe<ProblemCode>({
      type: 'string',
      enum: Object.keys(statuses),
      named: 'ErrorCode',
      description: 'What went wrong, for programs',
    }),
    message: Type.String({ description: 'What went wrong and what is accepted instead, in English' }),
    reason: Type.Optional(
      Type.Unsafe<ErrorReason>({
        type: 'string',
        enum: [...errorReasons],
        description:
          'For programs: the token lacks a scope (`insufficient_scope`) or is for one workspace (`workspace_token`)',
      }),
    ),
    scope: Type.Optional(
      Type.String({
        description: 'The scopes that the request needs, separated by spaces. The token lacks one of them',
      }),
    ),
    errors: Type.Optional(Type.Array(FieldProblem, { description: 'The invalid fields, if the input is at fault' })),
    request_id: Type.String({ description: 'Identifies the request in the server log' }),
  },
  { named: 'ErrorDetails', description: 'Details of an error' },
)

export const ErrorReply = Type.Object(
  { error: ErrorDetails },
  { named: 'Error', description: 'The body of every error response' },
)
