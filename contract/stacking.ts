// The keys of the stacking order: strings whose ascending order is back to front. A key is a layer (canvases lie behind
// everything else), a zone and digits. Numbers for the front and the back come from the workspace's log, so keys need no
// clock and no look at other objects; a key between two others is a fraction between them.

import type { Kind } from './kind.ts'

const digits = '0123456789abcdefghijklmnopqrstuvwxyz'
const base = digits.length
const numberLength = 9
const maxNumber = base ** numberLength - 1

type LayeredKind = Pick<Kind, 'isGround'>

const layerOf = ({ isGround }: LayeredKind) => (isGround ? 'a' : 'b')

/** Sorts above the keys of all smaller numbers. */
export const frontKey = (kind: LayeredKind, number: number) => `${layerOf(kind)}m${numeral(number)}`

/** Sorts below the keys of all smaller numbers. */
export const backKey = (kind: LayeredKind, number: number) => `${layerOf(kind)}a${numeral(maxNumber - number)}`

/** The key of an object from before there were keys: by age, as ids are, and behind everything newer. */
export const keyByAge = (kind: LayeredKind, id: string) => `${layerOf(kind)}l${id}`

/** Sorts above every key of the layer, for objects that have no key from the server yet. */
export const topKey = (kind: LayeredKind, number: number) => `${layerOf(kind)}z${numeral(number)}`

/** Sorts below every key of the layer. */
export const lowestKey = (kind: LayeredKind) => `${layerOf(kind)}a`

const numeral = (number: number) => number.toString(base).padStart(numberLength, '0')

/** Ascending keys above `below`, and below `above` if there is room, which there is unless `above` is `below` and zeros. */
export function keysBetween(below: string, above: string, count: number): string[] {
  const keys: string[] = []
  for (let last = below; keys.length < count; keys.push(last)) last = keyBetween(last, above)
  return keys
}

/** Longer than the key of a number, which may end with 0: such a key is then never the beginning of one. */
const minFractionLength = numberLength + 3

/**
 * Digits are compared from the left, so a key is a fraction. The result shares the beginning of both, and ends with the
 * first digit that fits between, never with 0: nothing could be put below that.
 */
function keyBetween(below: string, above: string): string {
  let key = ''
  let hasUpper = true
  for (let index = 0; ; index++) {
    const low = index < below.length ? digits.indexOf(below.charAt(index)) : 0
    const high = hasUpper && index < above.length ? digits.indexOf(above.charAt(index)) : base
    const middle = (low + high) >> 1
    if (middle > low) return (key + digits.charAt(middle)).padEnd(minFractionLength, 'i')
    key += digits.charAt(low)
    if (high > low) hasUpper = false
  }
}
