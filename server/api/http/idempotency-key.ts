// The Idempotency-Key header: identifies a call, and lets only one call with the same key run at a time in this process.

import { createHash } from 'node:crypto'
import { type Operation, Problem } from '@tessera/contract'
import type { Claim } from '../../accounts/access/index.ts'
import type { UploadedFile } from '../../accounts/handler.ts'
import type { IdempotentCall } from '../../platform/idempotency/index.ts'

interface ReceivedCall {
  readonly claim: Claim
  readonly body: Record<string, unknown>
  readonly url: string
  readonly file: UploadedFile | undefined
  readonly idempotencyKey: string | undefined
}

const running = new Set<string>()

/** Runs a call with its key, or without one if none was sent. */
export function idempotencyGuard(operation: Operation) {
  const runWithKey = async <T>(received: ReceivedCall, key: string, run: (call: IdempotentCall) => Promise<T>) => {
    const path = received.url.split('?', 1)[0] as string
    const { user_id, grant_id } = received.claim
    const grant = operation.replaysToSameGrant ? [grant_id] : []
    const name = `${user_id} ${path} ${key}`
    if (running.has(name))
      throw new Problem('Conflict', 'A request with this Idempotency-Key is still running', { retryAfterSeconds: 1 })
    running.add(name)
    try {
      const body_hash = hashOf([received.body, received.file?.hash ?? null, ...grant])
      return await run({ user_id, path, key, body_hash, status: operation.status })
    } finally {
      running.delete(name)
    }
  }
  return <T>(received: ReceivedCall, run: (call: IdempotentCall | undefined) => Promise<T>): Promise<T> =>
    received.idempotencyKey === undefined ? run(undefined) : runWithKey(received, received.idempotencyKey, run)
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
