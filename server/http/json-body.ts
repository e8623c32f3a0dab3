// Reading a JSON body: valid UTF-8, no NUL and no half characters in its strings, and an empty body is an empty object.

import { isUtf8 } from 'node:buffer'
import { Problem } from '@tessera/contract'

export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw new Problem('BadRequest', 'The body is not valid UTF-8')
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Problem('BadRequest', `The body is not valid JSON: ${(error as Error).message}`)
  }
  // Only an escape can smuggle such a character past UTF-8, so most bodies need no second look.
  if (text.includes('\\u')) rejectBadText(value)
  return value
}

export function rejectBadText(root: unknown): void {
  // A list instead of recursion: nesting may be as deep as the body is long.
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'string') rejectBadString(value)
    else if (Array.isArray(value)) for (const item of value) waiting.push(item)
    else if (typeof value === 'object' && value !== null)
      for (const entry of Object.entries(value)) waiting.push(...entry)
  }
}

export function rejectBadString(text: string): void {
  if (text.includes('\u0000')) throw new Problem('BadRequest', 'Texts may not contain the NUL character')
  if (!text.isWellFormed()) throw new Problem('BadRequest', 'Texts may not contain half of a surrogate pair')
}
