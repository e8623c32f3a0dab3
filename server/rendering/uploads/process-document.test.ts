import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { refused } from '../../testing/assert-refused.ts'
import { createPdf, type PdfPage } from '../../testing/pdf-file.ts'
import { bytesAt, fetchFile, filesOf, pixelAt, processedDocument } from '../../testing/processed.ts'
import { readSample } from '../../testing/sample-file.ts'
import { until } from '../../testing/until.ts'
import { type World, worldWith, worldWithProcessing } from '../../testing/world.ts'

const upload = async (made: World, document: Buffer, title = 'paper') => {
  const created = await made.ann.documents.create(made.board, { document, title })
  return await processedDocument({ as: made.ann, board: made.board }, created.document.id)
}

const numbered = (count: number): PdfPage[] =>
  Array.from({ length: count }, (_, index) => ({ text: `Page ${index + 1}` }))

test('[FIL-16] [FIL-20] [FIL-10] every page gets text and pictures of two sizes, for every reader', async () => {
  const made = await worldWithProcessing()
  const { vic, eve, board } = made
  const square = '1 0 0 rg 0 297 210 297 re f 0 0 1 rg 210 0 210 297 re f'
  const { id } = await upload(made, createPdf([{ text: 'Hello\nworld' }, { drawing: square, width: 420, height: 594 }]))
  const { document } = await vic.documents.get(board, id)
  assert.deepEqual([document.state, document.pages, document.progress, document.reason], ['ready', 2, 100, undefined])
  const { pages, total } = await vic.documents.listPages(board, id)
  assert.equal(total, 2)
  assert.deepEqual(filesOf(pages[0]?.pictures ?? []), filesOf(document.pictures))
  assert.equal(document.url, document.pictures.at(-1)?.url, 'the original is for who may download')
  assert.deepEqual(
    pages.map(({ number, width, height, text }) => [number, width, height, text]),
    [
      [1, 595, 842, 'Hello\nworld'],
      [2, 420, 594, ''],
    ],
  )
  assert.deepEqual(
    pages[1]?.pictures.map(({ width, height }) => [width, height]),
    [
      [283, 400],
      [1_414, 2_000],
    ],
  )
  for (const [picture, factor] of [
    [pages[1]?.pictures[0], 0.2],
    [pages[1]?.pictures[1], 1],
  ] as const) {
    const bytes = await bytesAt(made, picture?.url)
    const { format, width, height } = await sharp(bytes).metadata()
    assert.deepEqual([format, width, height], ['webp', picture?.width, picture?.height])
    const at = (x: number, y: number) => pixelAt(bytes, Math.round(x * factor), Math.round(y * factor))
    assertNear(await at(300, 300), [255, 0, 0])
    assertNear(await at(1_000, 1_700), [0, 0, 255])
    assertNear(await at(1_000, 300), [255, 255, 255])
  }
  await refused(eve.documents.listPages(board, id), 404, 'ResourceNotFound')
  const second = await vic.documents.listPages(board, id, { limit: 1, offset: 1 })
  assert.deepEqual([second.pages.map(page => page.number), second.total, second.size], [[2], 2, 1])
})

test('[FIL-20] the pages of an object that is not a document or does not exist are not found', async () => {
  const made = await worldWithProcessing()
  const { ann, board } = made
  const { note } = await ann.notes.create(board, { text: 'n' })
  await refused(ann.documents.listPages(board, note.id), 404, 'ResourceNotFound')
  const { id } = await upload(made, createPdf([{ text: 'x' }]))
  await ann.documents.delete(board, id)
  await refused(ann.documents.listPages(board, id), 404, 'ResourceNotFound')
})

test('[FIL-16] [CHG-3] a document is found by the text of any of its pages', async () => {
  const made = await worldWithProcessing()
  const { ann, vic, board } = made
  const { id } = await upload(
    made,
    createPdf([{ text: 'nothing here' }, { text: 'The Quick\nBrown 100% fox_trot' }]),
    'Title',
  )
  const found = async (query: string) => (await vic.objects.list(board, { query })).objects.map(object => object.id)
  for (const query of ['quick', 'quick brown', '100% FOX_', 'title']) assert.deepEqual(await found(query), [id], query)
  for (const query of ['quack', '100_ fox', 'here the']) assert.deepEqual(await found(query), [], query)
  await ann.documents.delete(board, id)
  assert.deepEqual(await found('quick'), [])
})

test('[FIL-16] [COM-5] the first page is ready first, the log contains each state once, and then comments are possible', async () => {
  const { ann, board } = await worldWithProcessing()
  const { document } = await ann.documents.create(board, { document: createPdf(numbered(5)), title: 'five' })
  await processedDocument({ as: ann, board }, document.id)
  const { events } = await ann.events.list(board)
  assert.deepEqual(
    events.map(({ type, document }) => [
      type,
      document?.state,
      document?.pages,
      document?.progress,
      document?.pictures.length,
    ]),
    [
      ['DOCUMENT_CREATE', 'processing', null, 0, 0],
      ['DOCUMENT_UPDATE', 'processing', 5, 20, 2],
      ['DOCUMENT_UPDATE', 'ready', 5, 100, 2],
    ],
  )
  assert.ok(events.every(event => event.document?.version === 1 && event.actor.id === ann.id))
  await ann.comments.create(board, 'documents', document.id, { text: 'late' })
})

test('[FIL-16] a long document is drawn in slices, alternating with others, and is finished', async () => {
  const made = await worldWith({}, { processingLimits: { sliceMs: 1 } })
  const { ann, board } = made
  const { document } = await ann.documents.create(board, { document: createPdf(numbered(6)), title: 'long' })
  const ready = await processedDocument({ as: ann, board }, document.id)
  assert.deepEqual([ready.state, ready.pages], ['ready', 6])
  const { pages } = await ann.documents.listPages(board, document.id)
  assert.deepEqual(
    pages.map(page => page.text),
    numbered(6).map(page => page.text),
  )
  const { events } = await ann.events.list(board)
  const progress = events.map(event => event.document?.progress ?? 0)
  assert.ok(progress.length > 4, 'progress is reported in steps')
  assert.deepEqual(
    progress,
    [...progress].sort((one, other) => one - other),
  )
})

test('[FIL-16] the same bytes are drawn once, and a copy of the workspace has the pages at once', async () => {
  const made = await worldWithProcessing()
  const { ann, board } = made
  const bytes = createPdf([{ text: 'twice the same' }])
  const [one, two] = [await upload(made, bytes), await upload(made, bytes)]
  assert.deepEqual(filesOf(two.pictures), filesOf(one.pictures))
  const { workspace } = await ann.workspaces.copy(board)
  const { documents } = await ann.documents.list(workspace.uid)
  assert.deepEqual(
    documents.map(({ state, pages, progress, pictures }) => [state, pages, progress, filesOf(pictures)]),
    [one, two].map(({ state, pages, progress, pictures }) => [state, pages, progress, filesOf(pictures)]),
  )
  const { pages } = await ann.documents.listPages(workspace.uid, documents[0]?.id as string)
  assert.deepEqual(
    pages.map(page => page.text),
    ['twice the same'],
  )
  const { objects } = await ann.objects.list(workspace.uid, { query: 'twice the' })
  assert.equal(objects.length, 2)
  const { events } = await ann.events.list(workspace.uid)
  assert.deepEqual(
    events.map(event => event.type),
    ['DOCUMENT_CREATE', 'DOCUMENT_CREATE'],
  )
})

test('[FIL-16] a workspace that is copied while its document is being processed gets its pages too', async () => {
  const made = await worldWithProcessing()
  const { ann, board } = made
  const { document } = await ann.documents.create(board, { document: createPdf(numbered(4)), title: 'in progress' })
  const { workspace } = await ann.workspaces.copy(board)
  await processedDocument({ as: ann, board }, document.id)
  const copy = await until(async () =>
    (await ann.documents.list(workspace.uid)).documents.find(one => one.state === 'ready'),
  )
  assert.deepEqual([copy.pages, copy.progress], [4, 100])
})

test('[FIL-16] a document that is deleted while it is processed leaves no event', async () => {
  const made = await worldWithProcessing()
  const { ann, board } = made
  const { document } = await ann.documents.create(board, { document: createPdf(numbered(3)), title: 'short lived' })
  await ann.documents.delete(board, document.id)
  const other = await upload(made, createPdf([{ text: 'after it' }]))
  const { events } = await ann.events.list(board)
  const types = events.filter(event => event.document?.id === document.id).map(event => event.type)
  assert.equal(types.at(-1), 'DOCUMENT_DELETE')
  assert.equal(other.state, 'ready')
})

const failing: readonly [what: string, bytes: () => Buffer | Promise<Buffer>, reason: RegExp, code: string][] = [
  ['is truncated before its first page', () => createPdf(numbered(3)).subarray(0, 60), /damaged/, 'DAMAGED'],
  [
    'has rubbish after its first line',
    () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 7)]),
    /damaged/,
    'DAMAGED',
  ],
  ['has no pages', () => createPdf([]), /no pages/, 'NO_PAGES'],
  ['has more than 2,000 pages', () => createPdf(numbered(2_001)), /2001 pages.*2000/, 'TOO_MANY_PAGES'],
  ['is locked with a password', () => readSample('locked.pdf'), /password/, 'LOCKED'],
]

for (const [what, bytes, reason, code] of failing)
  test(`[FIL-16] [FIL-25] [COM-5] a PDF that ${what} fails with a reason and a code, and can be commented on`, async () => {
    const made = await worldWithProcessing()
    const { ann, board } = made
    const document = await upload(made, await bytes())
    assert.deepEqual([document.state, document.pictures], ['failed', []])
    assert.match(document.reason ?? '', reason)
    assert.equal(document.reasonCode, code)
    await ann.comments.create(board, 'documents', document.id, { text: 'what a pity' })
    const good = await upload(made, createPdf([{ text: 'the next one' }]))
    assert.equal(good.state, 'ready')
  })

test('[FIL-16] a PDF with one unreadable page shows the others', async () => {
  const made = await worldWithProcessing()
  const bytes = createPdf(numbered(3)).toString('latin1').replace('6 0 R 8 0 R', '6 0 R 9 9 R')
  const document = await upload(made, Buffer.from(bytes, 'latin1'))
  assert.equal(document.state, 'ready')
  const { pages } = await made.ann.documents.listPages(made.board, document.id)
  assert.deepEqual(pages.map(page => page.text).slice(0, 2), ['Page 1', 'Page 2'])
})

test('[FIL-8] [FIL-7] pictures of pages are served with their content type, nosniff and a sandbox policy', async () => {
  const made = await worldWithProcessing()
  const document = await upload(made, createPdf([{ text: 'x' }]))
  const { headers } = await fetchFile(made, document.pictures[0]?.url)
  assert.equal(headers.get('content-type'), 'image/webp')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
  assert.match(headers.get('cache-control') ?? '', /private, max-age=\d+, immutable/)
})

function assertNear(color: number[], expected: number[]): void {
  const isNear = color.every((value, index) => Math.abs(value - (expected[index] as number)) < 12)
  assert.ok(isNear, `${color} is not near ${expected}`)
}
