// Parses a JSON body: valid UTF-8, not too complex, and strings without NUL and lone surrogates. An empty body is an empty
// object.

import { isUtf8 } from 'node:buffer'
import { Problem } from '@tessera/contract'
import { jsonLimits, requireJsonShape } from './json-shape.ts'

export function readJson(bytes: Buffer, limits = jsonLimits): unknown {
  if (bytes.length === 0) return {}
  requireJsonShape(bytes, limits)
  if (!isUtf8(bytes)) throw new Problem('BadRequest', 'The body is not valid UTF-8')
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Problem('BadRequest', `The body is not valid JSON: ${(error as Error).message}`)
  }
  // In valid UTF-8 only a \u escape can produce such a character, so most bodies need no second pass.
  if (text.includes('\\u')) rejectBadText(value)
  return value
}

export function rejectBadText(root: unknown): void {
  // The check is not recursive: a body can be nested deep enough to overflow the stack.
  const pending: unknown[] = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'string') rejectBadString(value)
    else if (Array.isArray(value)) for (const item of value) pending.push(item)
    else if (typeof value === 'object' && value !== null)
      for (const entry of Object.entries(value)) pending.push(...entry)
  }
}

export function rejectBadString(text: string): void {
  if (text.includes('\u0000')) throw new Problem('BadRequest', 'Text cannot contain the NUL character')
  if (!text.isWellFormed()) throw new Problem('BadRequest', 'Text cannot contain an unpaired surrogate')
}
