// An answer of the wire read: the reply as it stands there, or the error that it tells.

import { type ErrorCode, TesseraError } from './errors.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export function readAnswer(operation: string, answer: Answer): unknown {
  const body = parse(answer.text)
  if (answer.status >= 200 && answer.status < 300 && isObject(body)) return body
  throw errorFrom(operation, answer, isObject(body) ? body.error : null)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function errorFrom(operation: string, { status, headers, text }: Answer, error: unknown): TesseraError {
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
    fields: Array.isArray(error.errors) ? error.errors : [],
    requestId: typeof error.request_id === 'string' ? error.request_id : undefined,
    retryAfterSeconds,
  })
}

/** Seconds, or the date until which to wait. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null || value.trim() === '') return undefined
  const seconds = Number.isNaN(Number(value)) ? (Date.parse(value) - Date.now()) / 1_000 : Number(value)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

// Redirects are not followed: a POST would arrive at the new address as a GET. Browsers hide them behind the status 0.
function describe(status: number, headers: Headers, text: string): string {
  if (status === 0 || (status >= 300 && status < 400)) {
    return `Redirected to ${headers.get('Location') ?? 'another address'}: connect to the address that answers itself`
  }
  const excerpt = text.trim().replace(/\s+/g, ' ').slice(0, 200)
  return `Status ${status} with ${excerpt ? `a body that is not the service's: ${excerpt}` : 'an empty body'}`
}
