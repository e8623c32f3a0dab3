import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Drawable, exactHit } from '@tessera/drawing'
import {
  aCanvas,
  aConnector,
  aDocument,
  aNote,
  anImage,
  aShape,
  aStroke,
} from '@tessera/drawing/testing/sample-objects'
import { createBoardContent } from './board-content.ts'

function contentOf(...given: Drawable[]) {
  const objects = new Map(given.map(object => [object.id, object]))
  return { objects, content: createBoardContent(() => objects) }
}

const everywhere = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 }
const idsOf = (objects: readonly Drawable[]) => objects.map(({ id }) => id)

test('objects are ordered by age, whatever order they arrive in, also after changes', () => {
  const { objects, content } = contentOf(aNote({ id: 'c' }), aNote({ id: 'a' }), aCanvas({ id: 'd' }))
  assert.deepEqual(idsOf(content.drawOrderIn(everywhere).objects), ['d', 'a', 'c'])
  objects.set('b', aNote({ id: 'b' }))
  objects.set('a', aNote({ id: 'a', x: 9 }))
  content.change(['b', 'a'])
  assert.deepEqual(idsOf(content.drawOrderIn(everywhere).objects), ['d', 'a', 'b', 'c'])
})

test('a change returns the boxes to repaint: the old and the new one', () => {
  const { objects, content } = contentOf(aNote({ id: 'n' }))
  objects.set('n', aNote({ id: 'n', x: 5_000 }))
  const boxes = content.change(['n'])
  assert.ok(boxes.some(({ x }) => x < 0) && boxes.some(({ x }) => x > 4_000))
  assert.deepEqual(content.drawOrderIn({ x: 0, y: 0, width: 600, height: 300 }).objects, [])
  objects.delete('n')
  assert.equal(content.change(['n']).length, 1)
  assert.equal(content.bounds(), null)
})

test('strokes move with their object, and are hidden until it exists', () => {
  const stroke = aStroke([900, 10, 950, 10], { id: 's', targetId: 'n' })
  const { objects, content } = contentOf(stroke)
  assert.equal(content.bounds(), null)
  objects.set('n', aNote({ id: 'n', x: 1_000 }))
  content.change(['n'])
  const { strokesOn, objects: hosts } = content.drawOrderIn({ x: 1_890, y: 0, width: 100, height: 30 })
  assert.deepEqual(idsOf(strokesOn.get('n') ?? []), ['s'])
  assert.deepEqual(idsOf(hosts), ['n'], 'its turn is that of its object')
  objects.set('n', aNote({ id: 'n', x: 20_000 }))
  content.change(['n'])
  assert.equal(content.objectAt({ x: 20_920, y: 10 }, exactHit)?.id, 's')
  objects.delete('n')
  content.change(['n'])
  assert.equal(content.objectAt({ x: 20_920, y: 10 }, exactHit), null)
})

test('the topmost object is found, strokes by their line and canvases by their border', () => {
  const { content } = contentOf(
    aCanvas({ id: '1', width: 2_000, height: 2_000 }),
    aNote({ id: '2', x: 200, y: 200 }),
    aNote({ id: '3', x: 300, y: 300 }),
    aStroke([250, 250, 700, 700], { id: '4', size: 4 }),
  )
  const at = (x: number, y: number) => content.objectAt({ x, y }, { slack: 3, zoom: 1 })?.id
  assert.equal(at(350, 340), '3')
  assert.equal(at(210, 210), '2')
  assert.equal(at(401, 400), '4')
  assert.equal(at(1_500, 1_500), undefined)
  assert.equal(at(2, 900), '1')
  assert.equal(content.objectAt({ x: 350, y: 340 }, { slack: 3, zoom: 1 }, ({ id }) => id !== '3')?.id, '2')
})

test('a box selects what it touches: strokes by their line, canvases only if completely inside', () => {
  const { content } = contentOf(
    aCanvas({ id: '1' }),
    aNote({ id: '2', x: 100, y: 100 }),
    aStroke([0, 0, 900, 900], { id: '3' }),
    aStroke([10, 10, 20, 20], { id: '4', targetId: '2' }),
  )
  const touched = (x: number, y: number, width: number, height: number) =>
    idsOf(content.objectsIn({ x, y, width, height }))
  assert.deepEqual(touched(600, 110, 80, 20), ['2'], 'the stroke runs by')
  assert.deepEqual(touched(690, 700, 50, 50), ['3'])
  assert.deepEqual(touched(-10, -10, 1_100, 1_100), ['1', '2', '3'])
  assert.deepEqual(idsOf(content.objectsIn({ x: 90, y: 90, width: 300, height: 300 }, 'whole')), [])
})

test('an overridden object is drawn separately with its strokes, and put back later', () => {
  const note = aNote({ id: 'n' })
  const { content } = contentOf(note, aStroke([5, 5, 9, 9], { id: 's', targetId: 'n' }), aNote({ id: 'o', x: 900 }))
  const painted = content.setOverrides(new Map([['n', { ...note, x: 3_000 }]]))
  assert.equal(painted.length, 2, 'where it and its stroke have been')
  assert.deepEqual(idsOf(content.drawOrderIn(everywhere).objects), ['o'])
  assert.deepEqual(idsOf(content.overridden().objects), ['n'])
  assert.deepEqual(idsOf(content.overridden().strokesOn.get('n') ?? []), ['s'])
  assert.equal(content.objectAt({ x: 3_200, y: 100 }, exactHit)?.id, 'n')
  assert.deepEqual(content.setOverrides(new Map([['n', { ...note, x: 3_100 }]])), [], 'nothing below it changes')
  assert.equal(content.boundsOf('s')?.x, 3_100)
  assert.equal(content.setOverrides(new Map()).length, 2)
  assert.deepEqual(idsOf(content.drawOrderIn(everywhere).objects), ['n', 'o'])
})

test('an override can hide an object, and add one that the board does not have', () => {
  const { content } = contentOf(aNote({ id: 'n' }))
  content.setOverrides(
    new Map<string, Drawable | null>([
      ['n', null],
      ['new', aStroke([0, 0, 50, 50], { id: 'new' })],
    ]),
  )
  assert.equal(content.find('n'), null)
  assert.equal(content.objectAt({ x: 300, y: 100 }, exactHit), null)
  assert.deepEqual(idsOf(content.overridden().strokesOnBoard), ['new'])
})

test('[WEB-60] an object that is dragged stays below what is in front of it', () => {
  const stacked = [
    aShape({ id: 'a', order: 'b1' }),
    aShape({ id: 'b', order: 'b2', x: 1_000 }),
    aShape({ id: 'c', order: 'b3', x: 1_100 }),
    aShape({ id: 'behind', order: 'b0', x: 1_000 }),
    aShape({ id: 'far', order: 'b4', x: 9_000 }),
  ]
  const { objects, content } = contentOf(...stacked, aStroke([10, 10, 20, 20], { id: 's', targetId: 'b', order: 'b5' }))
  const dragTo = (x: number) => content.setOverrides(new Map([['a', aShape({ id: 'a', order: 'b1', x })]]))
  dragTo(300)
  assert.deepEqual(idsOf(content.overridden().objects), ['a'])
  // It touches b, which has c in front of it.
  assert.ok(dragTo(800).length >= 2, 'they are repainted')
  assert.deepEqual(idsOf(content.overridden().objects), ['a', 'b', 'c'])
  assert.deepEqual(idsOf(content.overridden().strokesOn.get('b') ?? []), ['s'])
  assert.deepEqual(idsOf(content.drawOrderIn(everywhere).objects), ['behind', 'far'])
  assert.equal(content.objectAt({ x: 1_020, y: 80 }, exactHit)?.id, 'b')
  assert.deepEqual(dragTo(790), [], 'nothing else changes')
  // Another user restacks it meanwhile.
  objects.set('a', aShape({ id: 'a', order: 'b9' }))
  content.change(['a'])
  assert.deepEqual(idsOf(content.overridden().objects), ['a'])
  objects.set('a', aShape({ id: 'a', order: 'b1' }))
  content.change(['a'])
  assert.deepEqual(idsOf(content.overridden().objects), ['a', 'b', 'c'])
  assert.ok(dragTo(300).length >= 2)
  assert.deepEqual(idsOf(content.overridden().objects), ['a'])
  assert.deepEqual(idsOf(content.drawOrderIn(everywhere).objects), ['behind', 'b', 'c', 'far'])
})

test('a page is turned for this view only, and stays when the document changes', () => {
  const document = aDocument({ id: 'd', pages: 9 })
  const { objects, content } = contentOf(document, anImage({ id: 'i', x: 5_000 }))
  assert.equal(content.boxesShowing('d/1').length, 1)
  content.setPage('d', 3)
  assert.equal(content.boxesShowing('d/1').length, 0)
  assert.equal(content.boxesShowing('d/3').length, 1)
  assert.equal(content.find('d'), content.find('d'))
  objects.set('d', { ...document, title: 'Another' })
  content.change(['d'])
  assert.deepEqual(content.find('d'), { ...document, title: 'Another', page: 3 })
  assert.equal(content.boxesShowing('i').length, 1)
})

const pathOf = (drawable: Drawable | null) => (drawable && 'from' in drawable ? drawable.points : null)

test('[WEB-74] a connector follows the objects it is attached to, also while they are dragged', () => {
  const line = aConnector([], {
    id: 'c',
    path: 'straight',
    from: { id: 'a', anchor: 'right' },
    to: { id: 'b', anchor: 'left' },
  })
  const { objects, content } = contentOf(line, aShape({ id: 'a' }), aShape({ id: 'b', x: 600 }))
  assert.deepEqual(pathOf(content.find('c')), [
    [240, 80],
    [600, 80],
  ])
  assert.equal(content.objectAt({ x: 400, y: 80 }, { slack: 2, zoom: 1 })?.id, 'c')
  objects.set('b', aShape({ id: 'b', x: 900 }))
  assert.equal(content.change(['b']).length, 4, 'the connector is repainted, too')
  assert.deepEqual(pathOf(content.find('c'))?.at(-1), [900, 80])
  content.setOverrides(new Map([['a', aShape({ id: 'a', y: 400 })]]))
  assert.deepEqual(pathOf(content.find('c'))?.[0], [240, 480])
  assert.deepEqual(idsOf(content.overridden().objects).sort(), ['a', 'c'])
  assert.deepEqual(idsOf(content.drawOrderIn(everywhere).objects), ['b'])
  content.setOverrides(new Map())
  assert.deepEqual(pathOf(content.find('c'))?.[0], [240, 80])
  assert.deepEqual(idsOf(content.drawOrderIn(everywhere).objects), ['a', 'b', 'c'])
})

test('[WEB-74] an end whose object is deleted stays where it was, until the object is back', () => {
  const line = aConnector([], { id: 'c', from: { x: 0, y: 0 }, to: { id: 'b', anchor: 'left' } })
  const { objects, content } = contentOf(line, aShape({ id: 'b', x: 600 }))
  objects.delete('b')
  content.change(['b'])
  assert.deepEqual(pathOf(content.find('c'))?.at(-1), [600, 80])
  objects.set('b', aShape({ id: 'b', x: 700 }))
  content.change(['b'])
  assert.deepEqual(pathOf(content.find('c'))?.at(-1), [700, 80])
})
