import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedChoice, type ExportChoice, firstChoice } from '../../state/export-choice.ts'
import {
  exportRequest,
  fileNameFor,
  largestScale,
  needsJob,
  pictureQuery,
  previewQuery,
  sizeOf,
} from './picture-request.ts'

const everything = { what: 'everything' } as const
const box = { x: 10, y: 20, width: 1_000, height: 500 }
const choose = (more: Partial<ExportChoice>): ExportChoice => ({ ...firstChoice, ...more })
const idsOf = (count: number) => Array.from({ length: count }, (_, index) => index.toString(16).padStart(24, '0'))

test('[WEB-120] the request says what the format can be told, and nothing else', () => {
  const style = { background: 'board', theme: 'light', padding: 32 }
  assert.deepEqual(pictureQuery(choose({}), everything, box), { format: 'png', ...style, scale: 2, embed: true })
  assert.deepEqual(pictureQuery(choose({ format: 'webp', isEmbedded: true }), everything, box), {
    ...{ format: 'webp', ...style },
    scale: 2,
  })
  assert.deepEqual(
    pictureQuery(choose({ format: 'pdf', pages: 'tiles', paper: 'a4' }), { what: 'canvas', id: 'c' }, box),
    {
      ...{ format: 'pdf', ...style },
      ...{ pages: 'tiles', paper: 'a4', canvas: 'c' },
    },
  )
  assert.deepEqual(exportRequest(choose({ format: 'csv' }), everything, box), { format: 'csv' })
})

test('[WEB-120] a selection is named by its ids, or by its box if there are too many', () => {
  const objectsIn = (count: number, request: typeof pictureQuery) =>
    request(choose({}), { what: 'selection', ids: idsOf(count) }, box)
  assert.equal(objectsIn(2, pictureQuery).objects, idsOf(2).join(','))
  assert.equal(objectsIn(401, pictureQuery).box, '10,20,1010,520')
  assert.equal(String(objectsIn(401, exportRequest).objects).split(',').length, 401)
  assert.equal(objectsIn(5_001, exportRequest).box, '10,20,1010,520')
})

test('[WEB-120] the size is that of the box with its margin, and the largest scale stays below 64 megapixels', () => {
  assert.deepEqual(sizeOf(box, choose({ scale: 2 })), { width: 2_128, height: 1_128 })
  assert.deepEqual(sizeOf(box, choose({ format: 'svg' })), { width: 1_064, height: 564 })
  const wide = { ...box, width: 40_000, height: 30_000 }
  const largest = largestScale(wide, firstChoice)
  assert.equal(largest, 0.23)
  const { width, height } = sizeOf(wide, choose({ scale: largest }))
  assert.ok(width * height <= 64_000_000)
})

test('[WEB-121] small pictures are made at once, large ones and files in the background', () => {
  assert.equal(needsJob(choose({}), box, 100, everything), false)
  assert.equal(needsJob(choose({ format: 'pdf' }), box, 100, everything), false)
  assert.equal(needsJob(choose({ format: 'pdf' }), box, 5_000, everything), true)
  assert.equal(needsJob(choose({ scale: 4 }), { ...box, width: 3_000, height: 2_000 }, 100, everything), true)
  assert.equal(needsJob(choose({ format: 'markdown' }), box, 1, everything), true)
  assert.equal(needsJob(choose({}), box, 401, { what: 'selection', ids: idsOf(401) }), true)
})

test('[WEB-120] the preview is no larger than it is shown', () => {
  const { scale, format, embed } = previewQuery(choose({ format: 'pdf' }), everything, { ...box, width: 11_936 }, 1_200)
  assert.deepEqual([format, scale, embed], ['png', 0.1, undefined])
})

test('[WEB-120] the last choice is remembered, without what is not offered any more', () => {
  const stored = { format: 'svg', scale: 3, theme: 'sepia', padding: 7, isEmbedded: false }
  assert.deepEqual(acceptedChoice(stored), choose({ format: 'svg', scale: 3, isEmbedded: false }))
  assert.deepEqual([acceptedChoice(null), acceptedChoice('x')], [firstChoice, firstChoice])
})

test('[WEB-120] a file has the name of the workspace', () => {
  assert.equal(fileNameFor('Plan: Q3/Q4', 'png'), 'Plan Q3 Q4.png')
  assert.equal(fileNameFor(' ', 'jsoncanvas'), 'board.canvas')
  assert.equal(fileNameFor('Ideas', 'markdown'), 'Ideas.md')
})
