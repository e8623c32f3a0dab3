// Adds to a PDF what Skia cannot write: bookmarks, and a title that readers display. It is appended as an incremental
// update, so every byte of the original stays where it is. Only files with a plain cross-reference table are supported.

export interface Bookmark {
  readonly title: string
  /** The index of the page, from 0. */
  readonly page: number
}

export function completePdf(pdf: Buffer, bookmarks: readonly Bookmark[]): Buffer {
  const file = readPdf(pdf)
  const outlines = file.size
  const pages = bookmarks.length > 0 ? listPages(file) : []
  const items = bookmarks.filter(({ page }) => pages[page] !== undefined)
  const catalog = [
    file.read(file.root).trimEnd().replace(/>>$/, ''),
    '/ViewerPreferences <</DisplayDocTitle true>>',
    ...(items.length > 0 ? [`/Outlines ${outlines} 0 R`, '/PageMode /UseOutlines'] : []),
  ]
  const added = new Map([[file.root, `${catalog.join('\n')}>>`]])
  if (items.length > 0) {
    const last = outlines + items.length
    added.set(outlines, `<</Type /Outlines /First ${outlines + 1} 0 R /Last ${last} 0 R /Count ${items.length}>>`)
    for (const [index, { title, page }] of items.entries()) {
      const links = [
        ...(index > 0 ? [`/Prev ${outlines + index} 0 R`] : []),
        ...(index < items.length - 1 ? [`/Next ${outlines + index + 2} 0 R`] : []),
      ]
      const target = `/Dest [${pages[page]} 0 R /Fit]`
      added.set(
        outlines + 1 + index,
        [`<</Title ${textString(title)} /Parent ${outlines} 0 R`, ...links, `${target}>>`].join(' '),
      )
    }
  }
  return append(pdf, file, added)
}

interface PdfFile {
  readonly root: number
  /** The number of the next new object. */
  readonly size: number
  readonly trailer: string
  readonly tableAt: number
  /** Returns the text of an object, without `obj` and `endobj`. */
  read(object: number): string
}

function readPdf(pdf: Buffer): PdfFile {
  const text = pdf.toString('latin1')
  const tableAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-200))?.[1] ?? Number.NaN)
  const table = /^xref\s+0 (\d+)\s+((?:\d{10} \d{5} [nf]\s+)+)trailer\s*<<([\s\S]*?)>>\s*startxref/.exec(
    text.slice(tableAt),
  )
  const root = /\/Root (\d+) 0 R/.exec(table?.[3] ?? '')?.[1]
  if (!table || root === undefined) throw new Error('the PDF has no cross-reference table')
  const offsets = [...(table[2] as string).matchAll(/(\d{10}) \d{5} [nf]/g)].map(entry => Number(entry[1]))
  return {
    root: Number(root),
    size: Number(table[1]),
    trailer: table[3] as string,
    tableAt,
    read(object) {
      const start = text.indexOf('obj', offsets[object]) + 'obj'.length
      return text.slice(start, text.indexOf('endobj', start))
    },
  }
}

/** Lists the object numbers of the pages in page order. */
function listPages(file: PdfFile): number[] {
  const pages = /\/Pages (\d+) 0 R/.exec(file.read(file.root))?.[1]
  const under = (object: number): number[] => {
    const kids = /\/Kids \[([^\]]*)\]/.exec(file.read(object))?.[1]
    if (kids === undefined) return [object]
    return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(kid => under(Number(kid[1])))
  }
  return pages === undefined ? [] : under(Number(pages))
}

function append(pdf: Buffer, { size, root, trailer, tableAt }: PdfFile, objects: ReadonlyMap<number, string>): Buffer {
  let text = '\n'
  const entries: string[] = []
  for (const [object, content] of objects) {
    entries.push(`${object} 1\n${String(pdf.length + text.length).padStart(10, '0')} 00000 n \n`)
    text += `${object} 0 obj\n${content}\nendobj\n`
  }
  const startxref = pdf.length + text.length
  const newSize = Math.max(size, ...[...objects.keys()].map(object => object + 1))
  const kept = trailer.replace(/\/(?:Size \d+|Root \d+ 0 R)/g, '').trim()
  text += `xref\n${entries.join('')}trailer\n<</Size ${newSize}\n/Root ${root} 0 R\n/Prev ${tableAt}\n${kept}>>\n`
  text += `startxref\n${startxref}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(text, 'latin1')])
}

/** Encodes text as UTF-16 with a byte order mark, in hexadecimal digits. */
const textString = (text: string) => `<FEFF${Buffer.from(text.toWellFormed(), 'utf16le').swap16().toString('hex')}>`
