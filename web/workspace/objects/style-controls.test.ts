import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workspaceKindEntries } from '../kinds/index.ts'
import { boardObject } from '../testing/board-object.ts'
import { styleControlsOf } from './style-controls.ts'

const fields = (...objects: Parameters<typeof styleControlsOf>[0][number][]) =>
  styleControlsOf(objects).map(({ control }) => control.field)

test('[WEB-81] the toolbar offers the controls of a kind, with their values', () => {
  const [color] = styleControlsOf([boardObject('note', { backgroundColor: 'Gold' })])
  assert.equal(color?.value, 'Gold')
  const shape = styleControlsOf([boardObject('shape', { borderStyle: 'dashed', borderWidth: 4 })])
  const line = shape.find(({ control }) => control.type === 'line')
  assert.deepEqual([line?.value, line?.width], ['dashed', 4])
  assert.deepEqual(fields(boardObject('image')), [])
  assert.deepEqual(fields(), [])
})

test('[WEB-81] for several kinds it offers the controls they share, without a value if they differ', () => {
  assert.deepEqual(fields(boardObject('shape'), boardObject('text')), [
    'fontColor',
    'fontSize',
    'fontWeight',
    'fontStyle',
  ])
  assert.deepEqual(fields(boardObject('note'), boardObject('shape')), ['fontWeight'])
  // Both have a border color, but a canvas names its colors.
  assert.deepEqual(fields(boardObject('canvas'), boardObject('shape')), [])
  const [one, other] = [boardObject('note', { fontWeight: 'bold' }), boardObject('note', { backgroundColor: 'Red' })]
  const values = styleControlsOf([one, boardObject('note', { fontWeight: 'bold' })]).map(({ value }) => value)
  assert.deepEqual(values, ['Teal', 'bold'])
  assert.deepEqual(
    styleControlsOf([one, other]).map(({ value }) => value),
    [null, null],
  )
})

test('[WEB-81] every named color of a control has a swatch', () => {
  for (const [kind, { style = [], swatches }] of workspaceKindEntries)
    for (const { type, field } of style) if (type === 'named-color') assert.ok(swatches?.[field], `${kind}.${field}`)
})
