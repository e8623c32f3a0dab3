// Signatures of the Standard Webhooks specification. While a secret is being rotated, both secrets sign.

import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { SealedSecrets } from '../../platform/secrets/index.ts'

const prefix = 'whsec_'
export const webhookSecretPurpose = 'webhook-secret'
const overlapMs = 24 * 3_600_000

export const newWebhookSecret = (): string => prefix + randomBytes(24).toString('base64')

export interface RotatedSecret {
  readonly secret: string
  /** The secrets in their stored form. */
  readonly columns: {
    readonly secret: string
    readonly previous_secret: string
    readonly previous_secret_until: string
  }
}

/** Creates a new secret. For a day the current one, given in its stored form, signs as well. */
export function rotateWebhookSecret(sealedSecrets: SealedSecrets, current: string, now: string): RotatedSecret {
  const secret = newWebhookSecret()
  const sealed = sealedSecrets.seal(secret, webhookSecretPurpose)
  const previous_secret_until = new Date(Date.parse(now) + overlapMs).toISOString()
  return { secret, columns: { secret: sealed, previous_secret: current, previous_secret_until } }
}

interface Secrets {
  readonly secret: string
  readonly previous_secret: string | null
  readonly previous_secret_until: string | null
}

/** The current keys of a listener, the newest first. */
export type WebhookKeys = (secrets: Secrets, now: string) => KeyObject[]

const maxCached = 10_000

/** Listeners are loaded for every few deliveries, so the opened keys are cached by their stored form. */
export function webhookKeys(sealedSecrets: SealedSecrets): WebhookKeys {
  const cache = new Map<string, KeyObject>()
  const keyOf = (stored: string): KeyObject => {
    const known = cache.get(stored)
    if (known) return known
    const secret = sealedSecrets.open(stored, webhookSecretPurpose)
    const key = createSecretKey(Buffer.from(secret.slice(prefix.length), 'base64'))
    if (cache.size >= maxCached) cache.clear()
    cache.set(stored, key)
    return key
  }
  return ({ secret, previous_secret, previous_secret_until }, now) => {
    const isBoth = previous_secret !== null && previous_secret_until !== null && previous_secret_until > now
    return (isBoth ? [secret, previous_secret] : [secret]).map(keyOf)
  }
}

/**
 * The id is the same in every attempt, after a crash and on every node, because it is derived from the event and the
 * listener.
 */
export const webhookIdOf = (event_id: string, listener_id: string): string => `msg_${event_id}_${listener_id}`

export const timestampOf = (ms: number): string => String(Math.floor(ms / 1_000))

/** Alternating names and values. */
export function signedHeaders(keys: readonly KeyObject[], id: string, timestamp: string, body: Buffer): string[] {
  const prefixed = `${id}.${timestamp}.`
  const signature = keys.map(key => `v1,${createHmac('sha256', key).update(prefixed).update(body).digest('base64')}`)
  return [...unsignedHeaders(id, timestamp), 'webhook-signature', signature.join(' ')]
}

/** The headers that a delivery shows later: signatures are not stored. */
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
