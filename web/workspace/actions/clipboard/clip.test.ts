import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../../testing/board-object.ts'
import { clipInMarkup, clipMarkup, clipOf, clipText, groupsOf, positionedData, readClip } from './clip.ts'

const note = boardObject('note', { id: 'n', x: 100, y: 200, text: 'one', backgroundColor: 'Gold' })
const text = boardObject('text', { id: 't', x: 700, y: 260, text: 'two' })
const stroke = boardObject('stroke', { id: 's', points: [110, 210, 130, 230], size: 20 })
const onNote = boardObject('stroke', { id: 'o', points: [1, 2], targetId: 'n', targetType: 'note' })
const image = boardObject('image', { id: 'i', x: 100, y: 200, url: 'https://example.com/files/1' })

test('[WEB-2] copied objects are pasted with their style and relative positions', () => {
  const clip = readClip(JSON.stringify(clipOf([note, text, stroke], [note, text, stroke, onNote])))
  const made = clip?.items.map(item => [item.kind, positionedData(item, { x: 1000.4, y: 1000 })] as const) ?? []
  assert.deepEqual(
    made.map(([kind, { x, y }]) => [kind, x, y]),
    [
      ['note', 1000, 1000],
      ['text', 1600, 1060],
      ['stroke', undefined, undefined],
      ['stroke', undefined, undefined],
    ],
  )
  assert.equal(made[0]?.[1].backgroundColor, 'Gold')
  const drawn = { penColor: 'White', brushSize: 20, brushType: 'Pen', points: [1010, 1010, 1030, 1030] }
  assert.deepEqual(made[2]?.[1], drawn)
})

test('[WEB-2] strokes on an object are copied with it, and files are referenced', () => {
  const clip = clipOf([note, image], [note, image, onNote])
  assert.deepEqual(
    clip?.items.map(({ kind, on, file }) => [kind, on, file]),
    [
      ['note', undefined, undefined],
      ['image', undefined, 'https://example.com/files/1'],
      ['stroke', 0, undefined],
    ],
  )
  assert.deepEqual(clip?.items[2]?.data.points, [1, 2])
  assert.equal(clipOf([onNote], [note, onNote]), null)
})

test('[WEB-2] other programs get the text of the objects', () => {
  assert.equal(clipText([note, stroke, text]), 'one\ntwo')
})

test('[WEB-2] foreign clipboard content is not read as objects', () => {
  for (const wrong of ['', 'hello', '{}', '[]', 'null', '{"items":[],"width":1,"height":1}'])
    assert.equal(readClip(wrong), null)
  for (const item of [{ kind: 'bomb', data: {} }, { kind: 'note' }, { kind: 'note', data: {}, on: 7 }, 5, null])
    assert.equal(readClip(JSON.stringify({ items: [item], width: 1, height: 1 })), null)
})

test('[WEB-30] a clip survives the HTML of the clipboard, which menus may read', () => {
  const clip = clipOf([note, text], [note, text]) ?? assert.fail()
  const markup = clipMarkup(clip, 'one <two>\n"three" & 4')
  assert.match(markup, />one &#60;two&#62;<br>"three" &#38; 4<\/span>$/)
  assert.deepEqual(readClip(clipInMarkup(`<meta charset="utf-8">${markup}`)), clip)
  assert.equal(readClip(clipInMarkup('<b>words</b>')), null)
  assert.equal(readClip(clipInMarkup('<b data-tessera-objects="%">words</b>')), null)
})

test('[WEB-94] a copied canvas includes the objects on it, also pinned ones, groups and connectors between them', () => {
  const canvas = boardObject('canvas', { id: 'c', x: 0, y: 0, width: 1000, height: 1000, order: 'am1' })
  const one = boardObject('note', { id: 'a', x: 0, y: 0, group: 'g', order: 'bm2' })
  const other = boardObject('note', { id: 'b', x: 0, y: 500, group: 'g', pin: true, order: 'bm1' })
  const outside = boardObject('note', { id: 'x', x: 2000, y: 0, order: 'bm3' })
  const at = (id: string) => ({ id, anchor: 'auto' as const })
  const [from, to, away] = [at('a'), at('b'), at('x')]
  const points = [
    [280, 320],
    [280, 500],
  ]
  const inside = boardObject('connector', { id: 'k', from, to, via: [], points, order: 'bm4' })
  const leaving = boardObject('connector', { id: 'l', from, to: away, via: [], points, order: 'bm5' })
  const clip = clipOf([canvas], [outside, inside, leaving, one, other, canvas]) ?? assert.fail()
  assert.deepEqual(
    clip.items.map(({ kind, ends, isCarried, group }) => [kind, ends, isCarried, group]),
    [
      ['canvas', undefined, undefined, undefined],
      ['note', undefined, true, 0],
      ['note', undefined, true, 0],
      ['connector', { from: 2, to: 1 }, true, undefined],
      ['connector', { from: 2 }, true, undefined],
    ],
  )
  assert.deepEqual(groupsOf(clip), [[1, 2]])
  assert.deepEqual(readClip(JSON.stringify(clip)), clip)
  const copy = positionedData(clip.items[4] ?? assert.fail(), { x: 10, y: 20 })
  assert.deepEqual([copy.from, copy.to], [from, { x: 290, y: 520 }], 'an end outside of the copy is free')
  assert.equal(clipOf([one], [canvas, one, other])?.items.length, 1, 'an object does not take its canvas along')
})
