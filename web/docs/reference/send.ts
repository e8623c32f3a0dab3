// Sends a request from the page and reads its response.

import { prettyJson } from '../../ui/pretty-json.ts'
import type { Request } from './request.ts'

interface FieldError {
  readonly field: string
  readonly message: string
}

export interface ApiResponse {
  readonly status: number
  readonly statusText: string
  readonly milliseconds: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** The invalid fields, if the response is an error that names them. */
  readonly errors: readonly FieldError[]
}

export async function send(request: Request, token: string, signal: AbortSignal): Promise<ApiResponse> {
  const started = performance.now()
  const response = await fetch(request.url, {
    method: request.method,
    headers: { ...request.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: bodyOf(request),
    // The request uses the token in the field, not the session of the browser.
    credentials: 'omit',
    signal,
  })
  const text = await readText(response)
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - started),
    headers: [...response.headers].sort(([one], [other]) => one.localeCompare(other)),
    ...readBody(text),
  }
}

function bodyOf({ json, form }: Request): BodyInit | null {
  if (!form) return json
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) data.append(name, value)
  return data
}

/** A file that is not text is described instead. */
async function readText(response: Response): Promise<string> {
  const type = response.headers.get('Content-Type') ?? ''
  if (!/^(image\/(?!svg)|application\/pdf)/.test(type)) return await response.text()
  return `${type}, ${(await response.blob()).size.toLocaleString()} bytes`
}

function readBody(text: string): Pick<ApiResponse, 'body' | 'errors'> {
  try {
    const body = JSON.parse(text)
    return { body: prettyJson(body), errors: body?.error?.errors ?? [] }
  } catch {
    return { body: text, errors: [] }
  }
}
