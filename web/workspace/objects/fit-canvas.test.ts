import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../testing/board-object.ts'
import { fittedCanvas } from './fit-canvas.ts'

test('[WEB-95] a canvas is resized to fit the objects on it, with room for its name', () => {
  const canvas = boardObject('canvas', { id: 'c', x: 0, y: 0, width: 3000, height: 3000 })
  const one = boardObject('note', { id: 'a', x: 500, y: 600 })
  const pinned = boardObject('note', { id: 'b', x: 1500, y: 1000, pin: true })
  const outside = boardObject('note', { id: 'o', x: 4000, y: 0 })
  const box = { x: 452, y: 500, width: 1656, height: 868 }
  assert.deepEqual(fittedCanvas(canvas, [canvas, one, pinned, outside]), box)
  assert.equal(fittedCanvas(canvas, [canvas, outside]), null)
  assert.equal(fittedCanvas({ ...canvas, pin: true }, [canvas, one]), null)
  assert.equal(fittedCanvas(one, [canvas, one]), null)
})
