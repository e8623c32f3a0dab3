// Signing after the Standard Webhooks specification. While a secret is being replaced, both sign.

import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
export const bothSignForMs = 24 * 3_600_000

export const newWebhookSecret = (): string => prefix + randomBytes(24).toString('base64')

interface Secrets {
  readonly secret: string
  readonly previous_secret: string | null
  readonly previous_secret_until: string | null
}

/** The keys that sign now, the newest first. */
export function signingKeys({ secret, previous_secret, previous_secret_until }: Secrets, now: string): KeyObject[] {
  const isBoth = previous_secret !== null && previous_secret_until !== null && previous_secret_until > now
  return (isBoth ? [secret, previous_secret] : [secret]).map(keyOf)
}

const keyOf = (secret: string) => createSecretKey(Buffer.from(secret.slice(prefix.length), 'base64'))

/** The same in every attempt, over crashes and on every node, because it follows from what is told to whom. */
export const webhookIdOf = (event_id: string, listener_id: string): string => `msg_${event_id}_${listener_id}`

export const timestampOf = (ms: number): string => String(Math.floor(ms / 1_000))

/** Names and values in turns. */
export function signedHeaders(keys: readonly KeyObject[], id: string, timestamp: string, body: Buffer): string[] {
  const begin = `${id}.${timestamp}.`
  const signature = keys.map(key => `v1,${createHmac('sha256', key).update(begin).update(body).digest('base64')}`)
  return [...unsignedHeaders(id, timestamp), 'webhook-signature', signature.join(' ')]
}

/** What can be told of a request later: its signature is not kept. */
export const unsignedHeaders = (id: string, timestamp: string): string[] => [
  'content-type',
  'application/json',
  'user-agent',
  'Tessera',
  'webhook-id',
  id,
  'webhook-timestamp',
  timestamp,
]
