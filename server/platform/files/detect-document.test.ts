import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { readSample } from '../../testing/sample-file.ts'
import { type ReadAt, UnrecognizedFile } from './byte-source.ts'
import { type DetectedDocument, detectDocument } from './detect-file-type.ts'

const openXml = 'application/vnd.openxmlformats-officedocument'
const samples: [name: string, type: string, mime: string][] = [
  ['page.pdf', 'pdf', 'application/pdf'],
  ['letter.doc', 'word', 'application/msword'],
  ['talk.ppt', 'powerpoint', 'application/vnd.ms-powerpoint'],
  ['table.xls', 'excel', 'application/vnd.ms-excel'],
  ['letter.docx', 'word', `${openXml}.wordprocessingml.document`],
  ['talk.pptx', 'powerpoint', `${openXml}.presentationml.presentation`],
  ['table.xlsx', 'excel', `${openXml}.spreadsheetml.sheet`],
]

for (const [name, type, mime] of samples) {
  test(`[FIL-1] ${name} is detected from its bytes`, async () => {
    assert.deepEqual(await detect(await readSample(name)), { type, mime })
  })
}

test('a truncated Office file is rejected', async () => {
  for (const name of ['letter.docx', 'talk.pptx', 'table.xlsx']) {
    const whole = await readSample(name)
    for (const missing of [1, 10, 22, 500]) await refused(whole.subarray(0, whole.length - missing))
  }
  const compound = await readSample('letter.doc')
  for (const length of [8, 100, 511, 512, 1024]) await refused(compound.subarray(0, length))
})

test('a PDF may begin with a byte order mark or blank lines, but with nothing else', async () => {
  const page = await readSample('page.pdf')
  assert.equal((await detect(Buffer.concat([Buffer.from('\ufeff\r\n'), page]))).type, 'pdf')
  await refused(Buffer.concat([Buffer.from('<html>'), page]))
  await refused(Buffer.concat([Buffer.from('MZ'), page]))
  await refused(Buffer.from('%PDF-'))
})

test('a document that is also an HTML page or an archive is rejected', async () => {
  const page = await readSample('page.pdf')
  await refused(Buffer.concat([page, await readSample('letter.docx')]), /two file types/)
  await refused(Buffer.concat([Buffer.from('%PDF-1.4\n<script>alert(1)</script>\n'), page]), /two file types/)
  await refused(Buffer.concat([await readSample('letter.doc'), await readSample('letter.docx')]), /two file types/)
  await refused(Buffer.concat([Buffer.from('PK\x03\x04'), await readSample('letter.docx')]), /damaged/)
})

test('[FIL-1] images, text, archives and other office formats are refused', async () => {
  for (const name of ['plain.png', 'plain.jpg', 'plain.tiff']) await refused(await readSample(name))
  for (const text of ['', 'plain text', '{\\rtf1\\ansi}', '<html></html>', '%!PS-Adobe-3.0']) {
    await refused(Buffer.from(text), /not a PDF, Word, PowerPoint or Excel/)
  }
  await refused(zip({ 'readme.txt': 'hello' }), /not a Word, PowerPoint or Excel/)
  await refused(zip({ mimetype: 'application/vnd.oasis.opendocument.text' }))
})

test('the type of an Open XML file is the content type of a part that exists', async () => {
  const macro = 'application/vnd.ms-word.document.macroEnabled'
  const word = { '[Content_Types].xml': types({ 'word/document.xml': `${macro}.main+xml` }), 'word/document.xml': '' }
  assert.deepEqual(await detect(zip(word)), { type: 'word', mime: `${macro}.12` })
  await refused(zip({ '[Content_Types].xml': types({ 'word/document.xml': `${macro}.main+xml` }) }))
  await refused(zip({ '[Content_Types].xml': types({ 'word/document.xml': 'text/xml' }), 'word/document.xml': '' }))
})

test('a file that declares two Office programs is rejected', async () => {
  const both = types({
    'word/document.xml': `${openXml}.wordprocessingml.document.main+xml`,
    'xl/workbook.xml': `${openXml}.spreadsheetml.sheet.main+xml`,
  })
  await refused(zip({ '[Content_Types].xml': both, 'word/document.xml': '', 'xl/workbook.xml': '' }))
  await refused(await compoundFile({ names: ['WordDocument', 'Workbook'] }))
})

test('a content type list that unpacks to more than a megabyte is refused', async () => {
  await refused(zip({ '[Content_Types].xml': ' '.repeat(2_000_000) }), /damaged/)
})

test('a content type list built to make the regular expression slow is rejected quickly', async () => {
  const list = types({}).replace('</Types>', '<Override '.repeat(100_000))
  await refused(zip({ '[Content_Types].xml': list }))
})

test('a password-protected file is rejected with that reason', async () => {
  await refused(compoundFile({ names: ['EncryptionInfo', 'EncryptedPackage'] }), /password/)
})

test('a legacy Office file is detected from its top-level names, in both sector sizes', async () => {
  for (const sectorBytes of [512, 4096]) {
    assert.equal((await detect(compoundFile({ names: ['Book'], sectorBytes }))).type, 'excel')
    assert.equal((await detect(compoundFile({ names: ['x', 'WordDocument', 'y'], sectorBytes }))).type, 'word')
    await refused(compoundFile({ names: ['Catalog', 'toString', '__proto__'], sectorBytes }))
  }
})

test('a compound file with circular references is rejected', async () => {
  const circle = compoundFile({ names: ['x'] })
  circle.writeUInt32LE(1, 512 + 4)
  await refused(circle, /damaged/)
  const selfChild = compoundFile({ names: ['x'] })
  selfChild.writeUInt32LE(0, 1024 + 76)
  selfChild.writeUInt32LE(0, 1024 + 68)
  await refused(selfChild, /not a Word/)
})

function detect(file: Buffer): Promise<DetectedDocument> {
  const readAt: ReadAt = async (position, length) => file.subarray(position, position + length)
  return detectDocument(file.subarray(0, 8192), readAt, file.length)
}

async function refused(file: Buffer, message = /./): Promise<void> {
  await assert.rejects(detect(file), error => error instanceof UnrecognizedFile && message.test(error.message))
}

function types(parts: Record<string, string>): string {
  const overrides = Object.entries(parts).map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`)
  return `<?xml version="1.0"?><Types xmlns="x">${overrides.join('')}</Types>`
}

function zip(files: Record<string, string>): Buffer {
  const entries: Buffer[] = []
  const directory: Buffer[] = []
  let position = 0
  for (const [name, text] of Object.entries(files)) {
    const data = deflateRawSync(text)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(text.length, 18)
    fields.writeUInt16LE(name.length, 22)
    entries.push(Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data)
    const offsets = Buffer.alloc(14)
    offsets.writeUInt32LE(position, 10)
    directory.push(Buffer.from('PK\x01\x02\0\0'), fields, offsets, Buffer.from(name))
    position += 30 + name.length + data.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(position, 16)
  return Buffer.concat([...entries, ...directory, end])
}

// Writes a header, one sector of allocation table, then the directory: the root entry and its children in a row.
function compoundFile({ names, sectorBytes = 512 }: { names: string[]; sectorBytes?: number }): Buffer {
  const sectors = Math.ceil(((names.length + 1) * 128) / sectorBytes)
  const file = Buffer.alloc((2 + sectors) * sectorBytes)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  file.writeUInt16LE(sectorBytes === 512 ? 3 : 4, 26)
  file.writeUInt16LE(0xfffe, 28)
  file.writeUInt16LE(Math.log2(sectorBytes), 30)
  file.writeUInt32LE(1, 48)
  file.writeUInt32LE(0, 76)
  for (let sector = 1; sector <= sectors; sector++) {
    file.writeUInt32LE(sector === sectors ? 0xfffffffe : sector + 1, sectorBytes + sector * 4)
  }
  const root = { name: 'Root Entry', child: 1, next: 0xffffffff }
  const entries = names.map((name, index) => ({
    name,
    child: 0xffffffff,
    next: index + 2 <= names.length ? index + 2 : 0xffffffff,
  }))
  ;[root, ...entries].forEach(({ name, child, next }, index) => {
    const at = 2 * sectorBytes + index * 128
    file.write(name, at, 'utf16le')
    file.writeUInt16LE(name.length * 2 + 2, at + 64)
    file.writeUInt32LE(0xffffffff, at + 68)
    file.writeUInt32LE(next, at + 72)
    file.writeUInt32LE(child, at + 76)
  })
  return file
}
