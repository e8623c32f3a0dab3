// Checks inputs before they are sent: missing path parameters and invalid JSON. The server checks everything else, since
// its response is what the user wants to see.

import { useDocsMessages } from '../docs-messages.ts'
import type { Operation } from './description.ts'
import type { Inputs } from './request.ts'

/** By the name of the parameter, or `body`. */
export type InputErrors = Readonly<Record<string, string>>

export function checkInputs(operation: Operation, inputs: Inputs): InputErrors {
  const missing = operation.inPath.filter(({ name }) => (inputs.path[name] ?? '').trim() === '')
  return {
    ...Object.fromEntries(missing.map(({ name }) => [name, useDocsMessages.now().missing])),
    ...(inputs.mediaType === 'application/json' ? checkJson(inputs.json) : {}),
  }
}

function checkJson(text: string): InputErrors {
  if (text.trim() === '') return {}
  try {
    JSON.parse(text)
    return {}
  } catch (failure) {
    return { body: useDocsMessages.now().notJson((failure as Error).message) }
  }
}
