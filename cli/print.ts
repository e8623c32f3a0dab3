// What commands print: JSON for programs, tables for people.

import type { CommandIo, Output } from './command.ts'

export function printJson({ stdout }: Pick<CommandIo, 'stdout'>, value: unknown): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** Columns as wide as their content, the last one as it is. */
export function printTable(
  { stdout }: Pick<CommandIo, 'stdout'>,
  head: readonly string[],
  rows: readonly string[][],
): void {
  stdout.write(tableOf(head, rows))
}

/** The lines of a table, each with a line break at its end. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const clean = rows.map(row => row.map(plain))
  const widths = head.map((title, column) => Math.max(title.length, ...clean.map(row => (row[column] ?? '').length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join('  ')
      .trimEnd()
  return [head.map(title => title.toUpperCase()), ...clean].map(cells => `${line(cells)}\n`).join('')
}

/** Text of other people, without line breaks and the control characters that terminals interpret. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
export const plain = (text: string): string => text.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ')

/** No color if the output is not a terminal, or if NO_COLOR is set. */
export const colorsFor = (output: Output, { NO_COLOR, TERM }: CommandIo['environment']) => {
  const isOn = output.isTTY === true && !NO_COLOR && TERM !== 'dumb'
  const paint = (code: number) => (text: string) => (isOn ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { red: paint(31), green: paint(32), yellow: paint(33), dim: paint(2), bold: paint(1) }
}
