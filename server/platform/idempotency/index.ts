// Responses that are stored under an Idempotency-Key.

export { type IdempotentCall, Replayed } from './idempotent-call.ts'
export { isRefusal, problemIn, storedRefusal } from './stored-refusal.ts'
export {
  findReplays,
  findStoredResponse,
  purgeStoredResponses,
  retryIfStoredMeanwhile,
  storeNewResponses,
  storeResponses,
} from './stored-responses.ts'
