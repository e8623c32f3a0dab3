// Lists the formats of the contract with what reads and writes them. Prints every list of formats that is maintained by
// hand elsewhere, and every row of the guide that does not match the table.

import { type FormatRow, formats } from '@tessera/contract'
import { isCode, isTestOnly, listProjectFiles, readProjectFile } from './project-files.ts'

type Formats = Readonly<Record<string, FormatRow>>

const table = 'contract/formats.ts'
const guide = 'docs/guides/export-import.md'

/** Matches three names or extensions in a row: in a list, a union, a text or a regular expression. */
export function handKeptLists(path: string, source: string, rows: Formats): string[] {
  const names = Object.entries(rows).flatMap(([name, { extensions }]) => [name, ...extensions])
  const name = `['"]?\\.?\\b(?:${[...new Set(names)].join('|')})\\b['"]?`
  const list = new RegExp(`${name}(?:(?:\\s*[,|]\\s*|\\s+(?:and|or)\\s+)${name}){2,}`, 'g')
  return [...source.matchAll(list)].map(({ index, 0: text }) => {
    const line = source.slice(0, index).split('\n').length
    return `${path}:${line} ${text.replaceAll(/\s+/g, ' ')}: read this from ${table}`
  })
}

/** The table of the guide marks export and import with a check mark, and names several formats in a row. */
export function wrongGuideRows(markdown: string, rows: Formats): string[] {
  const described = new Map<string, string>()
  for (const [, names = '', out, into] of markdown.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| *(✓?)[^|]*\| *(✓?)/gm))
    for (const [, name = ''] of names.matchAll(/`(\w+)`/g)) described.set(name, directions(out === '✓', into === '✓'))
  const expected = Object.entries(rows).filter(([, row]) => row.export || row.import !== null)
  const known = new Set(expected.map(([name]) => name))
  return [
    ...[...described.keys()].filter(name => !known.has(name)).map(name => `${guide}: there is no format ${name}`),
    ...expected
      .map(([name, row]) => ({ name, is: described.get(name), should: directions(row.export, row.import !== null) }))
      .filter(({ is, should }) => is !== should)
      .map(({ name, is, should }) => `${guide}: ${name} is ${should} in ${table}, but ${is ?? 'missing'} here`),
  ]
}

const directions = (isOut: boolean, isIn: boolean) => [isOut ? 'out' : '', isIn ? 'in' : ''].join(' ').trim() || 'none'

if (import.meta.main) {
  const isChecked = (path: string) => isCode(path) && !isTestOnly(path) && path !== table
  const found = [
    ...listProjectFiles(isChecked).flatMap(path => handKeptLists(path, readProjectFile(path), formats)),
    ...wrongGuideRows(readProjectFile(guide), formats),
  ]
  for (const [name, row] of Object.entries<FormatRow>(formats))
    console.log(`${name.padEnd(11)} ${directions(row.export, row.import !== null).padEnd(7)} ${row.mediaType}`)
  for (const sentence of found) console.log(sentence)
  process.exitCode = found.length ? 1 : 0
}
