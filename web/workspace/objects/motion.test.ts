import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../testing/board-object.ts'
import { motionsOfErased, objectInMotion } from './motion.ts'

const line = (length: number) => Array.from({ length }, (_, index) => index)

test('[WEB-91] other users see what remains of a stroke while it is erased', () => {
  const stroke = boardObject('stroke', { points: line(40), penColor: 'Red', size: 7 })
  const motions = motionsOfErased([{ object: stroke, pieces: [line(10), line(20)] }])
  const shown = motions.map(motion => objectInMotion(motion.id === stroke.id ? stroke : undefined, motion))
  assert.deepEqual(
    shown.map(object => object && { ...object, id: '' }),
    [line(10), line(20)].map((points, index) =>
      index === 0
        ? { ...stroke, id: '', points }
        : { kind: 'stroke', id: '', points, size: 7, targetId: null, penColor: 'Red', brushType: 'Pen' },
    ),
  )
  assert.equal(new Set(motions.map(({ id }) => id)).size, 2)
})

test('[WEB-91] other users see at once that a whole stroke is erased', () => {
  const stroke = boardObject('stroke', { points: line(40) })
  const [motion] = motionsOfErased([{ object: stroke, pieces: [] }])
  assert.equal(motion && objectInMotion(stroke, motion), null)
})

test('[WEB-91] very long remaining pieces are not sent while erasing, erased strokes are', () => {
  const [long, gone] = [boardObject('stroke'), boardObject('stroke')]
  const motions = motionsOfErased([
    { object: long, pieces: [line(9_000)] },
    { object: gone, pieces: [] },
  ])
  assert.deepEqual(motions, [{ id: gone.id, points: [] }])
})
