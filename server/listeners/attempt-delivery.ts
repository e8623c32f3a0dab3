// One attempt to tell a listener something. A receiver that cannot be reached, hangs or refuses is no error but an
// outcome; only being called off is neither.

import type { KeyObject } from 'node:crypto'
import type { Outbound } from '../outbound/guarded-fetch.ts'
import { OutboundFailed } from '../outbound/outbound-failed.ts'
import { OutboundRefused } from '../outbound/outbound-policy.ts'
import { signedHeaders, timestampOf, webhookIdOf } from './sign-notification.ts'

export const usualTimeoutMs = 15_000
const keepBytes = 16_384

export interface Letter {
  readonly listener_id: string
  readonly event_id: string
  readonly url: string
  readonly keys: readonly KeyObject[]
  readonly body: Buffer
}

export interface Outcome {
  readonly isDelivered: boolean
  /** The receiver wants nothing any more. */
  readonly isGone: boolean
  readonly status: number | null
  readonly error: string | null
  readonly response: string
  readonly retryAfter: string | undefined
  readonly duration_ms: number
}

export interface AttemptParts {
  readonly outbound: Outbound
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Where nobody minds that it goes on after it was called off: listening to the signal costs something each time. */
  readonly isLeftToItself?: boolean
}

/** Null where it was called off. */
export async function attempt(parts: AttemptParts, letter: Letter, now: number): Promise<Outcome | null> {
  const { outbound, timeoutMs, signal, isLeftToItself = false } = parts
  const { listener_id, event_id, url, keys, body } = letter
  const startedAt = performance.now()
  const spent = () => Math.round(performance.now() - startedAt)
  try {
    const headers = signedHeaders(keys, webhookIdOf(event_id, listener_id), timestampOf(now), body)
    const request = { headers, body, timeoutMs, keepBytes, ...(isLeftToItself ? {} : { signal }) }
    const answer = await outbound.post(outbound.postTarget(url), request)
    if (signal.aborted) return null
    const { status, retryAfter } = answer
    const isDelivered = status >= 200 && status < 300
    const error = isDelivered ? null : sentenceFor(status)
    const response = textOf(answer.body)
    return { isDelivered, isGone: status === 410, status, error, response, retryAfter, duration_ms: spent() }
  } catch (error) {
    if (signal.aborted) return null
    if (!(error instanceof OutboundFailed || error instanceof OutboundRefused)) throw error
    return { ...nothing, error: error.message, duration_ms: spent() }
  }
}

const nothing = { isDelivered: false, isGone: false, status: null, response: '', retryAfter: undefined }

function sentenceFor(status: number): string {
  if (status >= 300 && status < 400) return `The answer was ${status}: redirects are not followed`
  return status === 410 ? 'The answer was 410: nothing more is wanted' : `The answer was ${status}`
}

/** As text, without a letter that was cut in half, and without what a database cannot hold. */
function textOf(body: Uint8Array): string {
  if (body.length === 0) return ''
  return new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '\ufffd')
}
