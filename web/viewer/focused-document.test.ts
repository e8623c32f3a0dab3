import assert from 'node:assert/strict'
import { test } from 'node:test'
import { focusedDocument } from './focused-document.ts'

const view = { x: 0, y: 0, width: 1_000, height: 1_000 }
const at = (id: string, x: number, width: number) => ({ id, box: { x, y: 0, width, height: 900 } })
const idOf = (documents: ReturnType<typeof at>[], pressed: string | null = null, zoom = 1) =>
  focusedDocument(documents, { view, zoom, pressed })?.id ?? null

test('[WEB-22] the buttons belong to the document that fills most of the view', () => {
  assert.equal(idOf([at('left', -400, 600), at('right', 300, 600)]), 'right')
  assert.equal(idOf([at('left', -400, 600), at('away', 1_100, 600)]), 'left')
})

test('[WEB-22] they belong to the pressed document while it is in view', () => {
  assert.equal(idOf([at('left', -550, 600), at('right', 300, 600)], 'left'), 'left')
  assert.equal(idOf([at('left', -650, 600), at('right', 300, 600)], 'left'), 'right')
})

test('[WEB-22] there are none for a document that is small or barely in view', () => {
  assert.equal(idOf([at('edge', 950, 600)]), null)
  assert.equal(idOf([at('far', 100, 600)], null, 0.2), null)
  assert.equal(idOf([]), null)
})
