// Reads pasted text as lines, or as the cells of a spreadsheet, each of which becomes a note.

export interface PastedCells {
  readonly from: 'lines' | 'cells'
  readonly cells: readonly PastedCell[]
}

export interface PastedCell {
  readonly column: number
  readonly row: number
  readonly text: string
}

/** A list of lines is broken into columns of this many. A sheet keeps its rows and columns. */
const maxRows = 10

/** Null if it is a single piece of text. `isTable` if the clipboard has a table as well: then cells may be quoted. */
export function readCells(text: string, isTable: boolean): PastedCells | null {
  const isSheet = isTable || text.includes('\t')
  const cells = isSheet ? cellsOf(parseSheet(text)) : lineCells(text)
  const isOneColumn = cells.every(({ column }) => column === 0)
  if (cells.length < 2) return null
  return { from: isSheet && !isOneColumn ? 'cells' : 'lines', cells: isOneColumn ? arrangeInColumns(cells) : cells }
}

const cellsOf = (rows: readonly (readonly string[])[]): PastedCell[] =>
  rows.flatMap((row, index) =>
    row.flatMap((cell, column) => (cell.trim() === '' ? [] : [{ column, row: index, text: cell.trim() }])),
  )

const lineCells = (text: string): PastedCell[] =>
  cellsOf(text.split(/\r\n?|\n/).map(line => [line.replace(/^\s*[-*•]\s+/, '')]))

const arrangeInColumns = (cells: readonly PastedCell[]): PastedCell[] =>
  cells.map(({ text }, index) => ({ column: Math.floor(index / maxRows), row: index % maxRows, text }))

/** Tab-separated values as spreadsheets write them: a cell with a tab, a quote or a line end is quoted. */
function parseSheet(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /"((?:[^"]|"")*)"(?=\t|\r|\n|$)|([^\t\r\n]*)/y
  let at = 0
  while (at <= text.length) {
    cell.lastIndex = at
    const [whole = '', quoted, plain = ''] = cell.exec(text) ?? []
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += whole.length
    if (at >= text.length) break
    const isRowEnd = text[at] !== '\t'
    if (isRowEnd) rows.push([])
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  return rows
}
