// One attempt to deliver a notification. A receiver that is unreachable, times out or rejects it is an outcome, not an
// error; an aborted attempt has no outcome.

import type { KeyObject } from 'node:crypto'
import type { DeliverySlots } from '../../platform/limits/index.ts'
import {
  AddressBusy,
  type Outbound,
  OutboundFailed,
  OutboundRefused,
  type PostRequest,
  type PostResponse,
} from '../../platform/outbound/index.ts'
import { signedHeaders, timestampOf } from './sign-notification.ts'

export const defaultTimeoutMs = 15_000
const maxBodyBytes = 16_384

export interface DeliveryRequest {
  readonly user_id: number
  readonly webhookId: string
  readonly url: string
  readonly keys: readonly KeyObject[]
  readonly body: Buffer
}

export interface AttemptOutcome {
  readonly isDelivered: boolean
  /** True if the receiver responded with 410: it wants no more notifications. */
  readonly isGone: boolean
  readonly status: number | null
  readonly error: string | null
  readonly response: string
  readonly retryAfter: string | undefined
  readonly duration_ms: number
}

export interface AttemptOptions {
  readonly outbound: Outbound
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly slots: DeliverySlots
  /** Whether to throw AddressBusy instead of waiting for a slot of the address. */
  readonly isImpatient?: boolean
  /**
   * Whether a request in flight continues after the abort. This is cheaper: there is no listener on the signal per
   * request.
   */
  readonly ignoresAbortInFlight?: boolean
}

/** Returns null if the attempt was aborted. */
export async function attemptDelivery(
  options: AttemptOptions,
  delivery: DeliveryRequest,
  now: number,
): Promise<AttemptOutcome | null> {
  const { timeoutMs, signal, ignoresAbortInFlight = false, isImpatient = false } = options
  const { webhookId, keys, body } = delivery
  const startedAt = performance.now()
  const elapsedMs = () => Math.round(performance.now() - startedAt)
  try {
    const headers = signedHeaders(keys, webhookId, timestampOf(now), body)
    const request = { headers, body, timeoutMs, maxBodyBytes, ...(ignoresAbortInFlight ? {} : { signal }) }
    const reply = await postInSlot(options, delivery, request)
    if (signal.aborted) return null
    const { status, retryAfter } = reply
    const isDelivered = status >= 200 && status < 300
    const error = isDelivered ? null : describeStatus(status)
    const response = textOf(reply.body)
    return { isDelivered, isGone: status === 410, status, error, response, retryAfter, duration_ms: elapsedMs() }
  } catch (error) {
    if (signal.aborted) return null
    if (isImpatient && error instanceof AddressBusy) throw error
    if (!(error instanceof OutboundFailed || error instanceof OutboundRefused)) throw error
    return { ...noResponse, error: error.message, duration_ms: elapsedMs() }
  }
}

/** A name may lead to another address each time. */
const maxAddresses = 5

/** Sends it when the address that the name leads to has a free slot. */
async function postInSlot(
  { outbound, slots, isImpatient = false }: AttemptOptions,
  { url, user_id }: DeliveryRequest,
  request: PostRequest,
): Promise<PostResponse> {
  let held: { readonly address: string; readonly release: () => void } | null = null
  const mayUse = (address: string): boolean => {
    if (held?.address === address) return true
    const release = slots.tryAcquireAddress(address, user_id)
    if (!release) return false
    held?.release()
    held = { address, release }
    return true
  }
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await outbound.post(outbound.postTarget(url), { ...request, mayUse })
      } catch (error) {
        if (!(error instanceof AddressBusy) || isImpatient || tries === maxAddresses) throw error
        // Released first: two deliveries that hold what the other waits for would wait forever.
        held?.release()
        held = null
        held = { address: error.address, release: await slots.acquireAddress(error.address, user_id) }
      }
    }
  } finally {
    held?.release()
  }
}

const noResponse = { isDelivered: false, isGone: false, status: null, response: '', retryAfter: undefined }

function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return `The response was ${status}: redirects are not followed`
  return status === 410
    ? 'The response was 410: the receiver wants no more notifications'
    : `The response was ${status}`
}

/** Drops a truncated last character, and NUL, which PostgreSQL cannot store. */
function textOf(body: Uint8Array): string {
  if (body.length === 0) return ''
  return new TextDecoder().decode(body, { stream: true }).replaceAll('\0', '\ufffd')
}
