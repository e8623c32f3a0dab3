// What came of a request, as it travels from the thread that carried it out: errors lose what they are on the way.

import { Problem } from '@tessera/contract'
import { DatabaseUnavailable, isUnavailable } from '../db/unavailable.ts'
import { Replayed } from '../handler.ts'
import { type ProblemData, problemData, problemFrom } from '../problem-data.ts'
import type { Outcome } from './run-batch.ts'

export type OutcomeMessage = string | { readonly status: number; readonly body: string } | { readonly refused: SentError }

type SentError =
  | ({ readonly is: 'problem' } & ProblemData)
  | { readonly is: 'unavailable' | 'fault'; readonly message: string; readonly stack: string | undefined }

export function serializeOutcome(outcome: Outcome): OutcomeMessage {
  if (typeof outcome === 'string') return outcome
  if (outcome instanceof Replayed) return { status: outcome.status, body: outcome.body }
  const { refused } = outcome
  if (refused instanceof Problem) return { refused: { is: 'problem', ...problemData(refused) } }
  const { message, stack } = refused instanceof Error ? refused : new Error(String(refused))
  return { refused: { is: isUnavailable(refused) ? 'unavailable' : 'fault', message, stack } }
}

export function deserializeOutcome(sent: OutcomeMessage): Outcome {
  if (typeof sent === 'string') return sent
  return 'refused' in sent ? { refused: errorOf(sent.refused) } : new Replayed(sent.status, sent.body)
}

function errorOf(sent: SentError): Error {
  if (sent.is === 'problem') return problemFrom(sent)
  const error = sent.is === 'unavailable' ? new DatabaseUnavailable(sent.message) : new Error(sent.message)
  return Object.assign(error, { stack: sent.stack })
}
