// Builds the request from a method's arguments, without the token. It is built once per call, so that every attempt sends
// the same key and the same bytes.

import { parameterNames } from '@tessera/contract/path-parameters'
import type { CallableOperation } from './call-table.ts'
import { encodeForm } from './form.ts'
import { randomKey } from './random-key.ts'

/** Options of a single call. */
export interface CallOptions {
  /** Aborting it ends the call, also during a pause between attempts, with the signal's reason. */
  readonly signal?: AbortSignal
  /** Sent with every POST; random by default. Requests with the same key and body take effect once. */
  readonly idempotencyKey?: string
  /** The version that the object must still have (`note.version`); otherwise the call fails with 412. */
  readonly ifMatch?: number
  /** Headers to send in addition to the client's, or instead of them. */
  readonly headers?: Readonly<Record<string, string>>
  /** The time limit of each attempt, instead of the connection's. */
  readonly timeoutMs?: number
}

export interface PreparedRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | Blob | undefined
  readonly options: CallOptions
}

/** The arguments are the path parameters in order, the body or query if there is one, and the options. */
export function prepareRequest(base: string, operation: CallableOperation, args: readonly unknown[]): PreparedRequest {
  const names = parameterNames(operation.path)
  const [input, options] = operation.input ? args.slice(names.length) : [null, args[names.length]]
  const fields = (input ?? {}) as Readonly<Record<string, unknown>>
  const { contentType, body } = encodeBody(operation, fields)
  const path = operation.path.replace(/:\w+/g, name =>
    encodeParameter(name.slice(1), args[names.indexOf(name.slice(1))]),
  )
  return {
    url: `${base}${path}${operation.input === 'query' ? encodeQuery(fields) : ''}`,
    method: operation.method,
    headers: headersOf(operation, contentType, (options ?? {}) as CallOptions),
    body,
    options: (options ?? {}) as CallOptions,
  }
}

function encodeBody({ input, upload }: CallableOperation, fields: Readonly<Record<string, unknown>>) {
  if (input !== 'body') return { contentType: undefined, body: undefined }
  const isFetchedByService = upload?.orByUrl && (fields[upload.field] ?? null) === null
  if (upload && !isFetchedByService) return encodeForm(upload, fields)
  return { contentType: 'application/json', body: JSON.stringify(fields) }
}

// "." and ".." cannot be escaped: a URL parser would resolve them as path segments.
function encodeParameter(name: string, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || ['', '.', '..'].includes(text) || !text.isWellFormed()) {
    throw new TypeError(`${name} cannot be ${JSON.stringify(value) ?? 'left out'}`)
  }
  return encodeURIComponent(text)
}

function encodeQuery(fields: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query && `?${query}`
}

function headersOf(
  { repeat, content }: CallableOperation,
  contentType: string | undefined,
  options: CallOptions,
): Headers {
  const headers = new Headers({ Accept: [...(content ?? []), 'application/json'].join(', ') })
  if (contentType) headers.set('Content-Type', contentType)
  if (repeat === 'keyed') headers.set('Idempotency-Key', options.idempotencyKey ?? randomKey())
  if (options.ifMatch !== undefined) headers.set('If-Match', `"${options.ifMatch}"`)
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  return headers
}
