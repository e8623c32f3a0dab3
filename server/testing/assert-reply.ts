// What an operation returns must fit its schema.

import assert from 'node:assert/strict'
import type { Operation } from '@tessera/contract'
import { Compile } from 'typebox/compile'

const compiled = new WeakMap<Operation['reply'], ReturnType<typeof Compile>>()

export function assertReply(operation: Operation, body: unknown): void {
  const reply = compiled.get(operation.reply) ?? Compile(operation.reply)
  compiled.set(operation.reply, reply)
  assert.ok(reply.Check(body), JSON.stringify([...reply.Errors(body)].slice(0, 3)))
}
