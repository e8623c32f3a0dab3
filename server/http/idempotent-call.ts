// Idempotency-Key on a request: which call it names, and that only one of a kind runs at a time here.

import { createHash } from 'node:crypto'
import { type Operation, Problem } from '@tessera/contract'
import type { Claim } from '../access/access.ts'
import { type IdempotentCall, Replayed, type UploadedFile } from '../handler.ts'
import { openAnswer, sealAnswer } from './sealed-answer.ts'

interface Received {
  readonly claim: Claim
  readonly body: Record<string, unknown>
  readonly url: string
  readonly file: UploadedFile | undefined
  readonly idempotencyKey: string | undefined
}

const running = new Set<string>()

/** Runs a call under its key, or plainly where none was sent. */
export function idempotentCalls(operation: Operation, stringify: (reply: unknown) => string) {
  return async <T>(received: Received, run: (call: IdempotentCall | undefined) => Promise<T>): Promise<T> => {
    if (received.idempotencyKey === undefined) return await run(undefined)
    const path = received.url.split('?', 1)[0] as string
    const { user_id } = received.claim
    const name = `${user_id} ${path} ${received.idempotencyKey}`
    if (running.has(name))
      throw new Problem('Conflict', 'A request with this Idempotency-Key is still running', { retryAfterSeconds: 1 })
    running.add(name)
    try {
      const body_hash = hashOf([received.body, received.file?.hash ?? null])
      const call = { user_id, path, key: received.idempotencyKey, body_hash, status: operation.status, stringify }
      return await (operation.isSecret ? runSealed(call, run) : run(call))
    } finally {
      running.delete(name)
    }
  }
}

/** An answer with a secret in it is kept so that only who holds the key can read it; the key itself is not kept. */
async function runSealed<T>(call: IdempotentCall, run: (call: IdempotentCall) => Promise<T>): Promise<T> {
  const stringify = (reply: unknown) => sealAnswer(call.key, call.stringify(reply))
  const result = await run({ ...call, key: hashOf(call.key), stringify })
  return result instanceof Replayed ? (new Replayed(result.status, openAnswer(call.key, result.body)) as T) : result
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
