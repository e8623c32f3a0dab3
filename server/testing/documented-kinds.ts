// Reads the kinds from the tables in docs/spec/kinds.md, so that tests compare the server with the specification and not
// with the contract it is derived from.

import { readFileSync } from 'node:fs'
import type { KindName } from '@tessera/contract'

export interface DocumentedField {
  readonly name: string
  readonly onCreate: 'required' | 'optional' | 'file' | 'never'
  readonly onUpdate: 'optional' | 'never'
  /** Undefined if the table has none. */
  readonly default: unknown
  /** All values, if the table lists them. */
  readonly allowed: readonly string[] | null
  /** The smallest and the largest number, if the table says so. `step` beyond it is refused. */
  readonly range: NumberRange | null
  /** The number of characters, if the table says so. */
  readonly length: readonly [min: number, max: number] | null
}

export type NumberRange = readonly [min: number, max: number, step: number]

export interface DocumentedKind {
  /** The id of the rule that the table belongs to. */
  readonly rule: string
  readonly fields: readonly DocumentedField[]
}

type DocumentedKinds = Readonly<Record<KindName, DocumentedKind>>

export const documentedKinds = read(readFileSync(new URL('../../docs/spec/kinds.md', import.meta.url), 'utf8'))

function read(text: string): DocumentedKinds {
  const rules = text.split(/^- \*\*\[(?=KND-\d+\]\*\* )/m).slice(1)
  const tables = rules.filter(rule => rule.includes('| Field |'))
  return Object.fromEntries(
    tables.map(text => {
      const [, rule, kind] = /^(KND-\d+)\]\*\* An? (\w+)/.exec(text) ?? []
      return [kind, { rule, fields: readTable(text) }]
    }),
  ) as DocumentedKinds
}

function readTable(rule: string): DocumentedField[] {
  const [head = [], , ...rows] = rule
    .split('\n')
    .filter(line => line.trim().startsWith('|'))
    .map(line => line.split('|').slice(1, -1))
    .map(cells => cells.map(cell => cell.trim()))
  return rows.flatMap(cells => {
    const row = Object.fromEntries(head.map((title, index) => [title, cells[index] ?? '']))
    return wordsIn(row.Field ?? '').map(name => readField(name, row))
  })
}

function readField(name: string, row: Record<string, string>): DocumentedField {
  const { Type: type = '', Create: create = '', Update: update = '–', Default: value = '', Allowed: allowed = '' } = row
  const limits = allowed || row.Meaning || ''
  const onCreate = create === '–' ? 'never' : type === 'file' || create.startsWith('this or') ? 'file' : create
  return {
    name,
    onCreate: onCreate as DocumentedField['onCreate'],
    onUpdate: update === '–' ? 'never' : 'optional',
    default: readDefault(value),
    allowed: /^`[^`]+`(, `[^`]+`)*$/.test(allowed) ? wordsIn(allowed) : null,
    range: readRange(type, limits),
    length: readLength(limits),
  }
}

/** `1 to 64`, `0 to below 360` */
function readRange(type: string, limits: string): NumberRange | null {
  const [, min, below, max] = /(?<![\d,])([\d.,]+) to (below )?([\d.,]+)/.exec(limits) ?? []
  if (!['integer', 'number'].includes(type) || min === undefined || max === undefined) return null
  const step = type === 'integer' ? 1 : 0.000_001
  return [numberIn(min), numberIn(max) - (below ? step : 0), step]
}

/** `up to 1,024 characters`, `1 to 255 characters` */
function readLength(limits: string): readonly [number, number] | null {
  const [, min, max] = /(?:([\d,]+)|up) to ([\d,]+) characters/.exec(limits) ?? []
  return max === undefined ? null : [min === undefined ? 0 : numberIn(min), numberIn(max)]
}

function numberIn(text: string): number {
  return Number(text.replaceAll(',', ''))
}

function readDefault(cell: string): unknown {
  if (/^(\d+(\.\d+)?|true|false|null|\[\])$/.test(cell)) return JSON.parse(cell)
  if (cell === 'empty') return ''
  return wordsIn(cell)[0]
}

function wordsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1] as string)
}
