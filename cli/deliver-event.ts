// Sends an event to a receiver as the server would: the same body and headers, signed with a secret (Standard Webhooks).

import { createHmac, randomBytes } from 'node:crypto'
import { reasonOf } from './authorization-server.ts'

export interface LoggedEvent {
  readonly id: string
  readonly seq: number
  readonly type: string
  readonly created_at: string
  readonly actor: unknown
}

const prefix = 'whsec_'

export const newSigningSecret = (): string => prefix + randomBytes(24).toString('base64')

export const isSigningSecret = (text: string): boolean => /^whsec_[A-Za-z0-9+/]{24,}={0,2}$/.test(text)

/** What a listener receives: the event, the user, and the record under its kind. */
export function notificationBody(workspace_id: string, event: LoggedEvent): string {
  const { id, type, seq, created_at, actor, ...record } = event
  return JSON.stringify({ workspace_id, event: { id, type, seq, created_at }, actor, ...record })
}

export function deliveryHeaders(secret: string, eventId: string, body: string, now: number): Record<string, string> {
  const id = `msg_${eventId}_cli`
  const timestamp = String(Math.floor(now / 1_000))
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Tessera',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

export interface Attempt {
  /** The status of the response, or why there was none. */
  readonly status: string
  readonly isDelivered: boolean
  readonly ms: number
}

/** The time limit of the server's deliveries. */
const timeoutMs = 10_000

export async function deliverEvent(
  target: { readonly url: string; readonly secret: string; readonly signal: AbortSignal },
  eventId: string,
  body: string,
): Promise<Attempt> {
  const started = performance.now()
  const signal = AbortSignal.any([target.signal, AbortSignal.timeout(timeoutMs)])
  const headers = deliveryHeaders(target.secret, eventId, body, Date.now())
  const endDelivery = (status: string, isDelivered: boolean) => ({
    status,
    isDelivered,
    ms: Math.round(performance.now() - started),
  })
  try {
    const response = await fetch(target.url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.arrayBuffer()
    return endDelivery(String(response.status), response.ok)
  } catch (error) {
    target.signal.throwIfAborted()
    return endDelivery(signal.aborted ? `no response in ${timeoutMs / 1_000} s` : reasonOf(error), false)
  }
}
