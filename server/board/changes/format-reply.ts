// The reply to a request as JSON text, concatenated from the records' JSON that rows and log use as well.

import type { ChangeRequest, ChangeResult } from './change-request.ts'

export function formatReply(
  { isList, isImport, isLive }: ChangeRequest,
  results: readonly ChangeResult[],
  seq: { readonly before: number; readonly after: number },
): string {
  if (isImport) return '{}'
  if (isLive) return `{"results":[${results.map(listEntry)}]}`
  if (isList) return `{"results":[${results.map(listEntry)}],"seq_before":${seq.before},"seq":${seq.after}}`
  const only = results[0] as ChangeResult
  if ('arranged' in only) return only.arranged
  return 'deleted' in only ? `{"message":"The ${only.kind} was deleted"}` : namedRecord(only)
}

const listEntry = (result: ChangeResult) =>
  'arranged' in result
    ? result.arranged
    : 'deleted' in result
      ? `{"id":"${result.id}","deleted":true}`
      : namedRecord(result)

/** Formats `{"note":…}`. */
const namedRecord = ({ kind, text }: Extract<ChangeResult, { text: string }>) => `{"${kind}":${text}}`
