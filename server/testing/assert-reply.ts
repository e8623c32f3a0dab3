// What an operation returns must fit its schema.

import assert from 'node:assert/strict'
import type { Operation } from '@tessera/contract'
import { Compile } from 'typebox/compile'

export function assertReply(operation: Operation, body: unknown): void {
  const reply = Compile(operation.reply)
  assert.ok(reply.Check(body), JSON.stringify([...reply.Errors(body)].slice(0, 3)))
}
