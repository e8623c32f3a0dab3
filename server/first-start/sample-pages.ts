// The document of the sample workspace: a PDF of two pages, generated here so that no file has to be shipped.

interface Page {
  readonly title: string
  readonly lines: readonly string[]
}

const pages: readonly Page[] = [
  {
    title: 'Documents on the board',
    lines: [
      'This PDF was added to the board like any other document.',
      'PDF, Word, PowerPoint and Excel files can be uploaded.',
      '',
      'A document can be',
      '   -  moved, pinned and scaled like a picture,',
      '   -  read page by page on the board,',
      '   -  commented on.',
    ],
  },
  {
    title: 'The second page',
    lines: ['A program can do everything that people can do on the board.', 'The reference is at /docs.'],
  },
]

const [width, height] = [612, 792]

export function makeDocument(): Buffer {
  const pageIds = pages.map((_, index) => 5 + index * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map(id => `${id} 0 R`).join(' ')}] >>`,
    font('Helvetica-Bold'),
    font('Helvetica'),
    ...pages.flatMap((page, index) => [pageObject(pageIds[index] as number), stream(contentOf(page))]),
  ]
  return assemble(objects)
}

const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

const pageObject = (id: number) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${id + 1} 0 R
   /Resources << /Font << /Bold 3 0 R /Plain 4 0 R >> >> >>`

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`

function contentOf({ title, lines }: Page): string {
  const shown = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`
  return [
    '0.04 0.45 0.52 rg 0 752 612 40 re f',
    'BT /Bold 30 Tf 0.1 0.14 0.2 rg 64 660 Td',
    `${shown(title)} Tj`,
    '/Plain 16 Tf 26 TL 0 -54 Td',
    ...lines.map(line => `${shown(line)} Tj T*`),
    'ET',
  ].join('\n')
}

/** The xref table at the end has the byte offset of each object. */
function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const size = objects.length + 1
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}
