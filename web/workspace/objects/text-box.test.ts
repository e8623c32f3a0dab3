import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeTextSize, frameOf, themes } from '@tessera/drawing'
import { text as textKind } from '../kinds/text.ts'
import { boardObject } from '../testing/board-object.ts'
import { textBoxOf } from './text-box.ts'

const [light, dark] = [themes.light, themes.dark].map(theme => ({ zoom: 1, theme })) as [never, never]

test('[WEB-57] a new text has no background, and its color can be read in both themes', () => {
  const { text, ...style } = textKind.initialData()
  const object = boardObject('text', { text: 'hello', ...style })
  assert.equal(text, '')
  assert.match(object.backgroundColor, /00$/)
  assert.equal(textBoxOf(object, 'hello', light)?.color, object.fontColor)
  assert.notEqual(textBoxOf(object, 'hello', dark)?.color, object.fontColor)
  const onWhite = { ...object, backgroundColor: '#ffffff' }
  assert.equal(textBoxOf(onWhite, 'hello', dark)?.color, object.fontColor)
})

test('[WEB-58] the field of a shape has the alignment of its text', () => {
  const tops = (['top', 'middle', 'bottom'] as const).map(verticalAlign => {
    const shape = boardObject('shape', { width: 400, height: 400, fontSize: 20, verticalAlign, textAlign: 'right' })
    const box = textBoxOf(shape, 'one\ntwo', light)
    assert.equal(box?.align, 'right')
    return box?.paddingTop ?? 0
  })
  const [top = -1, middle = -1, bottom = -1] = tops
  assert.equal(top, 0)
  assert.ok(middle > 0 && Math.abs(bottom - 2 * middle) < 0.01)
})

test('[WEB-58] the label of a connector is edited in the middle of its line, also if it is empty', () => {
  const connector = boardObject('connector', {
    points: [
      [0, 0],
      [400, 0],
    ],
    label: '',
  } as never)
  for (const words of ['', 'yes']) {
    const { box, paintedBelow } = textBoxOf(connector, words, light) ?? assert.fail()
    const { x, y } = frameOf(paintedBelow)
    assert.ok(box.width > 20 && box.height > 20)
    assert.ok(Math.abs(x + box.x + box.width / 2 - 200) < 0.01)
    assert.ok(Math.abs(y + box.y + box.height / 2) < 0.01)
  }
})

test('[WEB-54] the field shows marks as they were typed, and has room for them', () => {
  const empty = boardObject('text', { text: '' })
  const object = { ...empty, ...computeTextSize({ ...empty, width: null, height: null }) }
  const width = (text: string) => textBoxOf(object, text, light)?.box.width ?? 0
  assert.ok(width('**bold**') > width('bold'))
})
