// Reads a response: returns the body as it is, or throws the error that it contains.

import type { ErrorReason } from '@tessera/contract'
import { type ErrorCode, TesseraError } from './errors.ts'

export interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  readonly text?: string
  /** The body of a successful response that is a file. */
  readonly file?: Blob
}

export function readResponse(operation: string, response: ReceivedResponse): unknown {
  if (response.file) return response.file
  const body = parse(response.text ?? '')
  if (response.status >= 200 && response.status < 300 && isObject(body)) return body
  throw errorFrom(operation, response, isObject(body) ? body.error : null)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function errorFrom(operation: string, { status, headers, text = '' }: ReceivedResponse, error: unknown): TesseraError {
  const retryAfterSeconds = readRetryAfter(headers.get('Retry-After'))
  if (!isObject(error) || typeof error.code !== 'string' || typeof error.message !== 'string') {
    return new TesseraError(describe(status, headers, text), {
      code: 'UnexpectedReply',
      status,
      operation,
      retryAfterSeconds,
    })
  }
  return new TesseraError(error.message, {
    code: error.code as ErrorCode,
    status,
    operation,
    reason: error.reason as ErrorReason | undefined,
    neededScope: typeof error.scope === 'string' ? error.scope : undefined,
    fields: Array.isArray(error.errors) ? error.errors : [],
    requestId: typeof error.request_id === 'string' ? error.request_id : undefined,
    retryAfterSeconds,
  })
}

/** Retry-After is a number of seconds, or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null || value.trim() === '') return undefined
  const seconds = Number.isNaN(Number(value)) ? (Date.parse(value) - Date.now()) / 1_000 : Number(value)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

// Redirects are not followed: a POST would arrive at the new address as a GET. Browsers report them as status 0.
function describe(status: number, headers: Headers, text: string): string {
  if (status === 0 || (status >= 300 && status < 400)) {
    return `Redirected to ${headers.get('Location') ?? 'another address'}: connect to that address directly`
  }
  const excerpt = text.trim().replace(/\s+/g, ' ').slice(0, 200)
  return `Status ${status} with ${excerpt ? `an unexpected body: ${excerpt}` : 'an empty body'}`
}
