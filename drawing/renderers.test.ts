import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableAddress } from './page-card.ts'
import { exactHit } from './renderer.ts'
import { bounds, hits, paintedBounds, renderers } from './renderers.ts'
import { aBrowser, aCanvas, aDocument, aNote, anImage, aStroke, aText, sampleBoard } from './testing/sample-objects.ts'

test('every kind has a renderer, and the sample board shows every kind', () => {
  const kinds = new Set(sampleBoard().map(object => object.kind))
  assert.deepEqual([...kinds].sort(), Object.keys(renderers).sort())
})

test('bounds are the position and the scaled size of the object', () => {
  assert.deepEqual(bounds(aNote({ x: 5, y: -7, scale: 2 })), { x: 5, y: -7, width: 1120, height: 640 })
  assert.deepEqual(bounds(anImage({ x: 1, width: 300, height: 200, scale: 0.5 })), {
    x: 1,
    y: 0,
    width: 150,
    height: 100,
  })
  assert.deepEqual(bounds(aText({ width: 90, height: 30 })), { x: 0, y: 0, width: 90, height: 30 })
  assert.deepEqual(bounds(aBrowser({ y: 9 })), { x: 0, y: 9, width: 800, height: 600 })
  assert.deepEqual(bounds(aCanvas()), { x: 0, y: 0, width: 1000, height: 1000 })
  const [once, twice] = [bounds(aDocument()), bounds(aDocument({ scale: 2 }))]
  assert.deepEqual(twice, { x: 0, y: 0, width: 2 * once.width, height: 2 * once.height })
})

test('a stroke is as large as its points and the pen', () => {
  assert.deepEqual(bounds(aStroke([10, 20, 110, -80], { size: 6 })), { x: 7, y: -83, width: 106, height: 106 })
  assert.deepEqual(bounds(aStroke([4, 4], { size: 10 })), { x: -1, y: -1, width: 10, height: 10 })
})

test('a stroke with the same points and another size has another box', () => {
  const stroke = aStroke([10, 20, 110, -80], { size: 6 })
  assert.deepEqual(bounds({ ...stroke, size: 10 }), { x: 5, y: -85, width: 110, height: 110 })
  assert.deepEqual(bounds(stroke), { x: 7, y: -83, width: 106, height: 106 })
})

test('a stroke on an object counts from its corner and grows with it', () => {
  const note = aNote({ x: 100, y: 200, scale: 2 })
  const stroke = aStroke([10, 10, 60, 10], { size: 4, targetId: note.id })
  assert.deepEqual(bounds(stroke, note), { x: 116, y: 216, width: 108, height: 8 })
  assert.ok(hits(stroke, { x: 170, y: 221 }, exactHit, note))
  assert.ok(!hits(stroke, { x: 35, y: 10 }, exactHit, note))
})

test('boxes are hit inside, scaled ones at their shown size', () => {
  for (const object of [aNote(), anImage(), aText({ text: 'Hello' }), aDocument(), aBrowser()]) {
    const { width, height } = bounds(object)
    assert.ok(hits(object, { x: width / 2, y: height / 2 }), object.kind)
    assert.ok(!hits(object, { x: width + 1, y: 1 }), object.kind)
    assert.ok(!hits(object, { x: 1, y: -1 }), object.kind)
    assert.ok(hits(object, { x: width + 1, y: 1 }, { slack: 2, zoom: 1 }), `${object.kind} with slack`)
  }
  assert.ok(hits(aNote({ scale: 2 }), { x: 1100, y: 600 }))
})

test('[WEB-24] a canvas is hit on its border and its name, wherever that is, not inside', () => {
  const canvas = aCanvas({ x: 100, y: 100 })
  assert.ok(hits(canvas, { x: 102, y: 700 }))
  assert.ok(hits(canvas, { x: 600, y: 1098 }))
  assert.ok(hits(canvas, { x: 130, y: 130 }), 'its name')
  assert.ok(!hits(canvas, { x: 600, y: 600 }))
  assert.ok(!hits(canvas, { x: 600, y: 1103 }))
  const far = { slack: 0, zoom: 0.1 }
  assert.ok(hits(canvas, { x: 130, y: 95 }, far), 'its name from afar, which stands above it')
  assert.ok(!hits(canvas, { x: 130, y: 95 }), 'where nothing is from nearby')
  assert.ok(!hits(canvas, { x: 130, y: 130 }, far), 'where its name is from nearby')
})

test('a stroke is hit along its line only, an eraser never', () => {
  const points = [0, 0, 100, 0, 100, 100]
  const stroke = aStroke(points, { size: 10 })
  assert.ok(hits(stroke, { x: 50, y: 4 }))
  assert.ok(!hits(stroke, { x: 50, y: 8 }))
  assert.ok(hits(stroke, { x: 50, y: 8 }, { slack: 4, zoom: 1 }))
  assert.ok(!hits(stroke, { x: 50, y: 50 }))
  assert.ok(!hits(aStroke(points, { brushType: 'Eraser' }), { x: 50, y: 0 }))
  assert.ok(hits(aStroke([7, 7]), { x: 9, y: 9 }), 'a dot')
})

test('text that runs over its box is part of what is painted', () => {
  const text = aText({ text: 'one\ntwo\nthree', width: 400, height: 50 })
  assert.equal(bounds(text).height, 50)
  assert.ok(paintedBounds(text).height >= 240)
})

test('an address is shown without scheme and credentials', () => {
  assert.deepEqual(readableAddress('https://www.example.org/'), { host: 'example.org', rest: '' })
  assert.deepEqual(readableAddress('HTTP://user:secret@Example.org:8080/a?b#c'), {
    host: 'Example.org:8080',
    rest: '/a?b#c',
  })
  assert.deepEqual(readableAddress('nonsense'), { host: 'nonsense', rest: '' })
})
