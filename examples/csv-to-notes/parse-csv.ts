// Reads a CSV file (RFC 4180): quoted cells may contain commas, quotes and line breaks.

export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (!found) throw new Error(`Line ${rows.length + 1} of the CSV file has a quote that is not closed`)
    const [, value = '', end] = found
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end !== ',') {
      rows.push(row)
      row = []
    }
  }
  if (row.length) rows.push([...row, ''])
  return rows.filter(cells => cells.some(value => value.trim() !== ''))
}
