// What a request is answered, as JSON: put together from the records' own texts, which the log and the rows hold as well.

import type { ChangeRequest, ChangeResult } from './change-request.ts'

export function formatReply({ isList }: ChangeRequest, results: readonly ChangeResult[]): string {
  if (isList) return `{"results":[${results.map(oneOfMany)}]}`
  const only = results[0] as ChangeResult
  return 'deleted' in only ? `{"message":"The ${only.kind} was deleted"}` : underItsName(only)
}

const oneOfMany = (result: ChangeResult) =>
  'deleted' in result ? `{"id":"${result.id}","deleted":true}` : underItsName(result)

/** `{"note":…}` */
const underItsName = ({ kind, text }: Extract<ChangeResult, { text: string }>) => `{"${kind}":${text}}`
