// Parses the JSON of a board file, with limits that keep a hostile file from exhausting the stack of its reader.

import { type ImportLimits, UnreadableBoardFile } from './board-content.ts'

export type JsonObject = { readonly [name: string]: unknown }

/** Throws UnreadableBoardFile if the bytes are not JSON or are nested too deep. */
export function parseJson(bytes: Uint8Array, limits: Pick<ImportLimits, 'depth'>): unknown {
  const text = decodeText(bytes)
  requireDepth(text, limits.depth)
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableBoardFile(
      'damaged',
      'The file is not complete: it ends or breaks off in the middle of its data',
    )
  }
}

/** UTF-8 or UTF-16 with a byte order mark, else UTF-8. Throws UnreadableBoardFile if it is binary. */
export function decodeText(bytes: Uint8Array): string {
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableBoardFile('damaged', 'The file is not text, or is damaged')
  }
}

/** Own properties only, so that a file cannot reach the prototype. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The own property, or undefined. */
export const own = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

export const ownText = (value: unknown, name: string): string => {
  const found = own(value, name)
  return typeof found === 'string' ? found : ''
}

/** The own property as a finite number, or the fallback. */
export const ownNumber = (value: unknown, name: string, fallback = 0): number => {
  const found = own(value, name)
  return typeof found === 'number' && Number.isFinite(found) ? found : fallback
}

export const ownList = (value: unknown, name: string): readonly unknown[] => {
  const found = own(value, name)
  return Array.isArray(found) ? found : []
}

function requireDepth(text: string, maxDepth: number): void {
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (isInString) {
      if (code === 0x5c) index += 1
      else if (code === 0x22) isInString = false
    } else if (code === 0x22) isInString = true
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > maxDepth)
        throw new UnreadableBoardFile('too_deep', `The file is nested more than ${maxDepth} levels deep`)
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
}
