// Links between nodes: `-->`, `-.->`, `==>`, `~~~`, with heads at either end and labels in three ways of writing.

import { cleanLabel } from './flowchart-text.ts'

export interface Link {
  readonly startCap: string
  readonly endCap: string
  readonly sort: 'normal' | 'dotted' | 'thick' | 'invisible'
  /** How many ranks it spans at least. */
  readonly length: number
  readonly label: string
}

const caps: Readonly<Record<string, string>> = { '': 'none', '<': 'arrow', '>': 'arrow', o: 'circle', x: 'bar' }
const capOf = (sign: string | undefined) => caps[sign ?? ''] as string

const whole =
  /\s*(?:[\w-]+@)?(<|(?<=\s)[xo](?=[-=]))?(-{2,}|={2,}|-\.+-|~{3,})([>xo](?=[\s|\p{L}\p{N}_"]|$)|>)?\s*(?:\|([^|]*)\|)?/uy
const dottedStart = /\s*(<|(?<=\s)[xo](?=-))?-\.(?![-.])/uy

export function findLink(text: string, start: number): { link: Link; end: number } | null {
  whole.lastIndex = start
  const match = whole.exec(text)
  if (!match) return findDotted(text, start)
  const [, startSign, line = '', endSign, label] = match
  const end = whole.lastIndex
  // Two dashes without a head start a label: `-- text -->`.
  if (line.length === 2 && endSign === undefined) return findLabeled(text, end, line[0] as string, startSign)
  return { link: linkOf(line, startSign, endSign, label ?? ''), end }
}

function findLabeled(text: string, start: number, sign: string, startSign: string | undefined) {
  const closing = sign === '-' ? /\s*(-{2,})([>xo](?=\s|$)|>)?/g : /\s*(={2,})([>xo](?=\s|$)|>)?/g
  closing.lastIndex = start
  const match = closing.exec(text)
  if (!match) return null
  const [, line = '', endSign] = match
  return { link: linkOf(line, startSign, endSign, text.slice(start, match.index)), end: closing.lastIndex }
}

/** `-. text .->` */
function findDotted(text: string, start: number) {
  dottedStart.lastIndex = start
  const opening = dottedStart.exec(text)
  if (!opening) return null
  const closing = /\s*\.+-([>xo](?=\s|$)|>)?/g
  closing.lastIndex = dottedStart.lastIndex
  const match = closing.exec(text)
  if (!match) return null
  const label = text.slice(dottedStart.lastIndex, match.index)
  return { link: linkOf('-.-', opening[1], match[1], label), end: closing.lastIndex }
}

function linkOf(line: string, startSign: string | undefined, endSign: string | undefined, label: string): Link {
  const sort = line.startsWith('~')
    ? 'invisible'
    : line.startsWith('=')
      ? 'thick'
      : line.includes('.')
        ? 'dotted'
        : 'normal'
  const signs = line.includes('.') ? line.length - 2 : line.length - (endSign ? 1 : 2)
  return {
    startCap: capOf(startSign),
    endCap: capOf(endSign),
    sort,
    length: Math.min(10, Math.max(1, signs)),
    label: cleanLabel(label).text,
  }
}
