// Tests malicious files: each fails alone, with a reason, and the files after it are processed normally.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { refused } from '../../testing/assert-refused.ts'
import {
  circularPdf,
  exponentialPdf,
  hugePng,
  manyFramesGif,
  nestedPdf,
  pngOf,
  zipBombPdf,
  zipBombPng,
} from '../../testing/hostile-files.ts'
import { createPdf } from '../../testing/pdf-file.ts'
import { bytesAt, processedDocument, processedImage } from '../../testing/processed.ts'
import { readSample } from '../../testing/sample-file.ts'
import { type World, worldWith, worldWithProcessing } from '../../testing/world.ts'

const drawn = async ({ ann, board }: World, image: Buffer) =>
  await processedImage({ as: ann, board }, (await ann.images.create(board, { image })).image.id)

const read = async ({ ann, board }: World, document: Buffer) =>
  await processedDocument({ as: ann, board }, (await ann.documents.create(board, { document, title: 'x' })).document.id)

test('[FIL-18] [FIL-19] decompression bombs are drawn in bounded memory', async () => {
  const made = await worldWithProcessing()
  const huge = await drawn(made, hugePng())
  assert.deepEqual(
    huge.pictures.map(picture => picture.width),
    [256, 1_024, 2_048, 4_096],
  )
  const bottomless = await drawn(made, zipBombPng())
  assert.ok(bottomless.pictures.length === 1 || bottomless.reason !== undefined)
})

test('[FIL-19] an animation with too many pixels becomes a still picture', async () => {
  const made = await worldWithProcessing()
  const image = await drawn(made, manyFramesGif(500))
  assert.deepEqual([image.width, image.animated, image.reason], [2_000, true, undefined])
  const { pages = 1 } = await sharp(await bytesAt(made, image.pictures.at(-1)?.url)).metadata()
  assert.equal(pages, 1)
})

test('[FIL-19] an image that is truncated, or has only a valid header, has a reason and no pictures', async () => {
  const made = await worldWithProcessing()
  const { ann, board } = made
  const noise = Buffer.from(Array.from({ length: 60_000 }, (_, index) => (index * 7_919) % 251))
  const whole = await sharp(noise, { raw: { width: 200, height: 100, channels: 3 } })
    .png()
    .toBuffer()
  const jpeg = await sharp(noise, { raw: { width: 200, height: 100, channels: 3 } })
    .jpeg()
    .toBuffer()
  for (const bytes of [
    whole.subarray(0, whole.length >> 1),
    jpeg.subarray(0, jpeg.length >> 1),
    pngOf(50, 50, noise),
  ]) {
    const image = await drawn(made, bytes)
    assert.deepEqual(image.pictures, [])
    assert.match(image.reason ?? '', /^The image cannot be read: (it is truncated|its data is damaged)$/)
    await ann.comments.create(board, 'images', image.id, { text: 'a pity' })
  }
  assert.equal((await drawn(made, whole)).reason, undefined)
})

test('[FIL-1] [FIL-18] polyglots and disguised HTML pages are rejected before anything decodes them', async () => {
  const { ann, board } = await worldWithProcessing()
  const png = await readSample('plain.png')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const zip = await readSample('letter.docx')
  for (const image of [svg, Buffer.from('<!doctype html><script>1</script>'), Buffer.concat([png, zip])])
    await refused(ann.images.create(board, { image }), 400, 'BadRequest', 'image')
  const page = Buffer.concat([
    Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>\n'),
    createPdf([{ text: 'x' }]),
  ])
  await refused(ann.documents.create(board, { document: page, title: 'x' }), 400, 'BadRequest', 'document')
})

test('[FIL-16] [FIL-18] PDFs with deep nesting, cycles or decompression bombs do not harm the server', async () => {
  const made = await worldWith({}, { processingLimits: { maxTries: 1 } })
  for (const [name, bytes] of [
    ['nested', nestedPdf(100_000)],
    ['circular', circularPdf()],
    ['bottomless', zipBombPdf()],
  ] as const) {
    const document = await read(made, bytes)
    assert.ok(document.state === 'ready' || (document.reason ?? '') !== '', name)
  }
  assert.equal((await read(made, createPdf([{ text: 'after all that' }]))).state, 'ready')
})

test('[FIL-16] [FIL-18] a page that never finishes times out, and the next document is processed', async () => {
  const made = await worldWith({}, { processingLimits: { pageMs: 5_000, maxTries: 1 } })
  const { ann, board } = made
  const slow = await ann.documents.create(board, { document: exponentialPdf(12), title: 'never done' })
  const next = await ann.documents.create(board, { document: createPdf([{ text: 'quick' }]), title: 'next' })
  const [failed, ready] = [slow, next].map(({ document }) => processedDocument({ as: ann, board }, document.id))
  assert.equal((await ready)?.state, 'ready')
  const { state, reason, pages } = (await failed) as Awaited<typeof failed> & object
  assert.deepEqual([state, pages], ['failed', null])
  // It uses time and memory without limit; which limit it reaches first depends on the machine.
  assert.match(reason as string, /^Reading the file takes too long$|^The program that reads the file crashed$/)
})

test('[FIL-16] a document that takes too long in total fails and keeps the pages drawn so far', async () => {
  const made = await worldWith({}, { processingLimits: { sliceMs: 1, documentMs: 2 } })
  const pages = Array.from({ length: 30 }, (_, index) => ({ text: `Page ${index + 1}` }))
  const document = await read(made, createPdf(pages))
  assert.deepEqual(
    [document.state, document.reason, document.pages],
    ['failed', 'Drawing the document takes too long', 30],
  )
  assert.equal(document.pictures.length, 2)
})
