import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../testing/board-object.ts'
import { colorsUsed } from './colors-used.ts'

test('[WEB-82] the colors of the board are offered, the most used first, without those of the palette', () => {
  const objects = [
    boardObject('shape', { fill: '#123456', borderColor: 'none' }),
    boardObject('shape', { fill: '#ABCDEF', borderColor: '#123456', fontColor: '#123' }),
    boardObject('text', { fontColor: '#ffffff', backgroundColor: '#12345600' }),
    boardObject('note', { backgroundColor: 'Gold' }),
  ]
  assert.deepEqual(colorsUsed(objects), ['#123456', '#abcdef', '#112233'])
  assert.deepEqual(colorsUsed([]), [])
})
