// Bounds the structure of JSON before it is parsed, in one pass over its bytes: parsing many keys or levels blocks the
// process for much longer than parsing as many bytes of text. It does not check whether the bytes are valid JSON.

import { Problem } from '@tessera/contract'

export interface JsonLimits {
  /** How many levels objects and lists may be nested. */
  readonly depth: number
  /** Keys of objects, over all of them. */
  readonly keys: number
  /** Objects and lists. */
  readonly containers: number
}

/** A list of 1,000 changes of all the fields of an object has about 30,000 keys. */
export const jsonLimits: JsonLimits = { depth: 64, keys: 50_000, containers: 200_000 }

/** For a large body that is one long text with a few fields around it. */
export const longTextLimits: JsonLimits = { depth: 64, keys: 1_000, containers: 1_000 }

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const [openObject, closeObject] = [0x7b, 0x7d]
const [openList, closeList] = [0x5b, 0x5d]

/** Throws a BadRequest if the JSON exceeds the limits. */
export function requireJsonShape(bytes: Buffer, limits: JsonLimits): void {
  let [depth, deepest, keys, containers] = [0, 0, 0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) at = endOfString(bytes, at + 1)
    else if (byte === colon) keys += 1
    else if (byte === openObject || byte === openList) {
      containers += 1
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (byte === closeObject || byte === closeList) depth -= 1
  }
  if (deepest > limits.depth) throw tooComplex(`is nested more than ${limits.depth} levels deep`)
  if (keys > limits.keys) throw tooComplex(`has more than ${limits.keys.toLocaleString('en')} keys`)
  if (containers > limits.containers)
    throw tooComplex(`has more than ${limits.containers.toLocaleString('en')} objects and lists`)
}

function endOfString(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}

const tooComplex = (what: string) => new Problem('BadRequest', `The body ${what}`)
