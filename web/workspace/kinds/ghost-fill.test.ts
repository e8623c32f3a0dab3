import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteColors } from '@tessera/drawing'
import { note } from './note.ts'
import { shape } from './shape.ts'

test('[WEB-31] the preview of an object has the color that it will have', () => {
  assert.equal(note.ghostFill({ ...note.initialData(), backgroundColor: 'Red' }), noteColors.Red.fill)
  assert.equal(note.ghostFill(note.initialData()), noteColors.Yellow.fill)
  assert.equal(shape.ghostFill({}), '#ffffff')
  assert.equal(shape.ghostFill({ fill: '#ff0000' }), '#ff0000')
  assert.equal(shape.ghostFill({ fill: 'none' }), null)
})
