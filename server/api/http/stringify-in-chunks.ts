// Serializes a reply with a long list and yields to the event loop between its parts. The text is the same as in one piece.

import { setImmediate as nextTick } from 'node:timers/promises'

const chunkSize = 25

type Stringify = (value: unknown) => string

export async function stringifyInChunks(reply: unknown, stringify: Stringify): Promise<string> {
  const found = Object.entries(reply as object).find(([, value]) => Array.isArray(value) && value.length > chunkSize)
  if (!found) return stringify(reply)
  const [name, list] = found as [string, readonly unknown[]]
  const withItems = (items: readonly unknown[]) => stringify({ ...(reply as object), [name]: items })
  const empty = withItems([])
  const headLength = empty.indexOf(`"${name}":[]`) + name.length + 4
  const tailLength = empty.length - headLength
  const parts: string[] = []
  for (let start = 0; start < list.length; start += chunkSize) {
    if (start > 0) await nextTick()
    const text = withItems(list.slice(start, start + chunkSize))
    parts.push(text.slice(headLength, text.length - tailLength))
  }
  return empty.slice(0, headLength) + parts.join(',') + empty.slice(headLength)
}
