// Creates small PDFs for tests: pages of text, or of given drawing instructions.

export interface PdfPage {
  readonly text?: string
  /** Instructions instead of text. */
  readonly drawing?: string
  readonly width?: number
  readonly height?: number
  /** More entries of the page, such as `/Rotate 90`. */
  readonly entries?: string
}

/** `trailer` goes into the last dictionary, `more` are objects of their own, numbered from 3 + twice the pages. */
export function createPdf(pages: readonly PdfPage[], { trailer = '', more = [] as readonly string[] } = {}): Buffer {
  const first = 4
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((page, index) => pageObjects(page, first + 2 * index + 1)),
    ...more,
  ]
  return assemble(objects, trailer)
}

function pageObjects(
  { text = '', drawing, width = 595, height = 842, entries = '' }: PdfPage,
  content: number,
): string[] {
  const lines = text.split('\n').map((line, index) => `1 0 0 1 72 ${height - 90 - 30 * index} Tm (${escaped(line)}) Tj`)
  const stream = drawing ?? `BT /F1 24 Tf ${lines.join(' ')} ET`
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R ${entries}
       /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ]
}

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')

function assemble(objects: readonly string[], trailer: string): Buffer {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
