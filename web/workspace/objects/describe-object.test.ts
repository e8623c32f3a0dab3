import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../testing/board-object.ts'
import { english } from '../workspace-messages-english.ts'
import { german } from '../workspace-messages-german.ts'
import { describeObject } from './describe-object.ts'

test('[WEB-90] a drawing is named by its color, other objects by their text', () => {
  assert.equal(describeObject(boardObject('stroke', { penColor: 'Red' }), 0, english), 'Drawing, red')
  assert.equal(describeObject(boardObject('stroke', { penColor: 'Red' }), 0, german), 'Zeichnung, rot')
  assert.equal(
    describeObject(boardObject('note', { text: ' one\ntwo', pin: true }), 2, english),
    'Note, one two, pinned, 2 comments',
  )
})

test('[WEB-74] a connector is described by what it connects, and its label', () => {
  const [a, b] = [boardObject('note', { text: 'Ask' }), boardObject('shape', { text: '' })]
  const find = (id: string) => [a, b].find(object => object.id === id)
  const ends = { from: { id: a.id, anchor: 'auto' }, to: { id: b.id, anchor: 'auto' } } as const
  const line = (fields: object) => boardObject('connector', { points: [], ...ends, ...fields })
  assert.equal(describeObject(line({}), 0, english, find), 'Connector, Ask → Shape')
  assert.equal(describeObject(line({ label: 'yes' }), 0, german, find), 'Verbindung, Ask → Form: yes')
  assert.equal(describeObject(line({ to: { x: 1, y: 1 } }), 0, english, find), 'Connector, Ask → free end')
})
