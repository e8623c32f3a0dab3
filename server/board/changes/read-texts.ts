// Reads the marks of long texts, and computes the sizes that follow from them, before the changes join a batch: in it, all
// other writers would wait for that. The batch uses a size only if the object has the fields that it was computed from.

import { Problem } from '@tessera/contract'
import { mapInSteps } from '../../tools/index.ts'
import type { ChangeRequest, ObjectChange } from './change-request.ts'
import { checkUpdate } from './check-change.ts'
import { readText } from './new-record.ts'

/** The texts of a request are read in its batch if they have at most this many characters together. */
const maxInBatch = 5_000

/** Whether the texts of the request take long to read. */
export function hasLongTexts({ changes }: ChangeRequest): boolean {
  let characters = 0
  for (const change of changes) if (hasText(change)) characters += change.data.text.length
  return characters > maxInBatch
}

/** In steps that let the event loop do other work. */
export async function withReadTexts(request: ChangeRequest): Promise<ChangeRequest> {
  return { ...request, changes: await mapInSteps(request.changes, withReadText) }
}

type ChangeOfText = Extract<ObjectChange, { op: 'create' | 'update' }> & { readonly data: { readonly text: string } }

const hasText = (change: ObjectChange): change is ChangeOfText =>
  (change.op === 'create' || change.op === 'update') && typeof change.data.text === 'string'

function withReadText(change: ObjectChange): ObjectChange {
  if (!hasText(change)) return change
  if (change.kind) return { ...change, read: readText(change.kind, change.data) }
  // An update in a list: the kind is known in the batch, where invalid fields are refused.
  try {
    return { ...change, read: readText('text', checkUpdate('text', change.data)) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return change
  }
}
