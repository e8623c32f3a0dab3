// Creates a Word file that links an external picture and includes the text of another file.

import { crc32 } from 'node:zlib'

export function createLinkedDocument({ picture, text }: { picture: string; text: string }): Buffer {
  const include = `INCLUDETEXT "${text.replaceAll('\\', '\\\\')}"`
  const run = (inner: string) => `<w:r>${inner}</w:r>`
  const body = [
    `<w:p>${run('<w:t>A letter</w:t>')}</w:p>`,
    `<w:p>${run('<w:fldChar w:fldCharType="begin"/>')}${run(`<w:instrText xml:space="preserve"> ${escaped(include)} </w:instrText>`)}${run('<w:fldChar w:fldCharType="separate"/>')}${run('<w:t>old</w:t>')}${run('<w:fldChar w:fldCharType="end"/>')}</w:p>`,
    `<w:p>${run(drawing)}</w:p>`,
  ]
  return zipOf({
    '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': relationships('officeDocument', 'word/document.xml', ''),
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body.join('')}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships('image', escaped(picture), ' TargetMode="External"'),
  })
}

const drawing = `<w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`

const relationships = (type: string, target: string, more: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${more}/></Relationships>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Stored, not compressed. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text)
    const entry = Buffer.alloc(26)
    entry.writeUInt16LE(20, 0)
    entry.writeUInt32LE(crc32(bytes), 10)
    entry.writeUInt32LE(bytes.length, 14)
    entry.writeUInt32LE(bytes.length, 18)
    entry.writeUInt16LE(name.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), entry, Buffer.from(name), bytes])
    const offsets = Buffer.alloc(14)
    offsets.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), entry, offsets, Buffer.from(name)]))
    parts.push(file)
    offset += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}
