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
}

type Documented = Readonly<Record<KindName, readonly DocumentedField[]>>

export const documentedKinds = read(readFileSync(new URL('../../docs/spec/kinds.md', import.meta.url), 'utf8'))

function read(text: string): Documented {
  const rules = text.split(/^- \*\*\[KND-\d+\]\*\* /m).slice(1)
  const tables = rules.filter(rule => rule.includes('| Field |'))
  return Object.fromEntries(tables.map(rule => [/^An? (\w+)/.exec(rule)?.[1], readTable(rule)])) as Documented
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
  const onCreate = create === '–' ? 'never' : type === 'file' || create.startsWith('this or') ? 'file' : create
  return {
    name,
    onCreate: onCreate as DocumentedField['onCreate'],
    onUpdate: update === '–' ? 'never' : 'optional',
    default: readDefault(value),
    allowed: /^`[^`]+`(, `[^`]+`)*$/.test(allowed) ? wordsIn(allowed) : null,
  }
}

function readDefault(cell: string): unknown {
  if (/^(\d+(\.\d+)?|true|false|null|\[\])$/.test(cell)) return JSON.parse(cell)
  if (cell === 'empty') return ''
  return wordsIn(cell)[0]
}

function wordsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1] as string)
}
