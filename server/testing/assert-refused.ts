// Asserts that a call is rejected with the expected error.

import assert from 'node:assert/strict'
import { type ErrorCode, TesseraError } from '@tessera/client'

/** `fields` are the invalid fields, in order. */
export async function refused(
  call: Promise<unknown>,
  status: number,
  code: ErrorCode,
  ...fields: string[]
): Promise<TesseraError> {
  const error = await call.then(
    () => assert.fail('the call was not refused'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof TesseraError)) throw error
  assert.deepEqual([error.status, error.code, error.fields.map(({ field }) => field)], [status, code, fields])
  return error
}
