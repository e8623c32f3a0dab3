// The form of a node: the brackets around its text, or `@{ shape: …, label: … }`.

import { cleanLabel } from './flowchart-text.ts'

export interface Form {
  readonly form: string
  readonly isSimilar: boolean
  /** Null if only the form was given. */
  readonly text: string | null
  readonly end: number
}

/** Opening and closing brackets, the longer ones first. */
// biome-ignore format: a table
const brackets: readonly (readonly [open: string, close: string, form: string, isSimilar?: true])[] = [
  ['(((', ')))', 'ellipse', true],
  ['((',  '))',  'ellipse'],
  ['([',  '])',  'rounded'],
  ['(',   ')',   'rounded'],
  ['[[',  ']]',  'rectangle', true],
  ['[(',  ')]',  'cylinder'],
  ['[/',  '/]',  'parallelogram'],
  ['[/',  '\\]', 'parallelogram', true],
  ['[\\', '\\]', 'parallelogram', true],
  ['[\\', '/]',  'parallelogram', true],
  ['[',   ']',   'rectangle'],
  ['{{',  '}}',  'hexagon'],
  ['{',   '}',   'diamond'],
  ['>',   ']',   'rectangle', true],
]

export function parseForm(text: string, start: number): Form | null {
  if (text.startsWith('@{', start)) return parseAttributes(text, start)
  for (const [open, close, form, isSimilar = false] of brackets) {
    if (!text.startsWith(open, start)) continue
    const end = closingAt(text, start + open.length, close)
    if (end < 0) continue
    return { form, isSimilar, text: cleanLabel(text.slice(start + open.length, end)).text, end: end + close.length }
  }
  return null
}

/** The first closing bracket outside of quotes. */
function closingAt(text: string, start: number, close: string): number {
  let isQuoted = false
  for (let at = start; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (!isQuoted && text.startsWith(close, at)) return at
    // Any other closing bracket of the same sort ends it: `[/a\]` is not closed by a later `/]`.
    else if (!isQuoted && close.length > 1 && text[at] === close.at(-1) && !text.startsWith(close, at - 1)) return -1
  }
  return -1
}

// biome-ignore format: a table
const shapeNames: Readonly<Record<string, string>> = {
  rect: 'rectangle', rectangle: 'rectangle', proc: 'rectangle', process: 'rectangle',
  rounded: 'rounded', event: 'rounded', stadium: 'rounded', pill: 'rounded', terminal: 'rounded',
  circle: 'ellipse', circ: 'ellipse', diam: 'diamond', diamond: 'diamond', decision: 'diamond', question: 'diamond',
  hex: 'hexagon', hexagon: 'hexagon', prepare: 'hexagon', cyl: 'cylinder', cylinder: 'cylinder', db: 'cylinder', database: 'cylinder',
  'lean-r': 'parallelogram', 'lean-right': 'parallelogram', 'in-out': 'parallelogram',
  tri: 'triangle', triangle: 'triangle', extract: 'triangle', cloud: 'cloud',
}

function parseAttributes(text: string, start: number): Form | null {
  const end = closingAt(text, start + 2, '}')
  if (end < 0) return null
  const inside = text.slice(start + 2, end)
  const shape = /(?:^|[,\s])shape\s*:\s*([\w-]+)/.exec(inside)?.[1] ?? 'rect'
  const label = /(?:^|[,\s])label\s*:\s*("[^"]*"|[^,}]+)/.exec(inside)?.[1]
  const isKnown = Object.hasOwn(shapeNames, shape)
  return {
    form: isKnown ? (shapeNames[shape] as string) : 'rectangle',
    isSimilar: !isKnown,
    text: label === undefined ? null : cleanLabel(label).text,
    end: end + 1,
  }
}
