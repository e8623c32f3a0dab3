// The outcome of a request as a message from the worker thread. Errors are serialized, because posting them would drop
// their class and their own properties.

import { Problem } from '@tessera/contract'
import { DatabaseUnavailable, isUnavailable } from '../../platform/db/index.ts'
import { Replayed } from '../../platform/idempotency/index.ts'
import { type ProblemData, problemData, problemFrom } from '../../platform/problems/index.ts'
import type { Outcome } from './batch-outcome.ts'

export type OutcomeMessage =
  | string
  | { readonly status: number; readonly body: string }
  | { readonly refused: ErrorMessage }

type ErrorMessage =
  | ({ readonly type: 'problem' } & ProblemData)
  | { readonly type: 'unavailable' | 'error'; readonly message: string; readonly stack: string | undefined }

export function serializeOutcome(outcome: Outcome): OutcomeMessage {
  if (typeof outcome === 'string') return outcome
  if (outcome instanceof Replayed) return { status: outcome.status, body: outcome.body }
  const { refused } = outcome
  if (refused instanceof Problem) return { refused: { type: 'problem', ...problemData(refused) } }
  const { message, stack } = refused instanceof Error ? refused : new Error(String(refused))
  return { refused: { type: isUnavailable(refused) ? 'unavailable' : 'error', message, stack } }
}

export function deserializeOutcome(outcome: OutcomeMessage): Outcome {
  if (typeof outcome === 'string') return outcome
  return 'refused' in outcome
    ? { refused: deserializeError(outcome.refused) }
    : new Replayed(outcome.status, outcome.body)
}

function deserializeError(error: ErrorMessage): Error {
  if (error.type === 'problem') return problemFrom(error)
  const made = error.type === 'unavailable' ? new DatabaseUnavailable(error.message) : new Error(error.message)
  return Object.assign(made, { stack: error.stack })
}
