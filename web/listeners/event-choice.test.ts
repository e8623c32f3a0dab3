import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypeNames } from '@tessera/contract'
import { allEvents, eventsOf, eventTypesOf, formatEventTypes } from './event-choice.ts'

test('a group that is checked as a whole becomes one event type, and means the same', () => {
  assert.deepEqual(eventTypesOf(new Set(allEvents)), ['ALL'])
  assert.deepEqual(eventTypesOf(eventsOf(['NOTE_ALL', 'TEXT_CREATE'])), ['NOTE_ALL', 'TEXT_CREATE'])
  assert.deepEqual(eventTypesOf(eventsOf(['WORKSPACE_ALL'])), ['WORKSPACE_ALL'])
  assert.deepEqual(eventTypesOf(eventsOf(['STROKE_CREATE', 'STROKE_UPDATE', 'STROKE_DELETE'])), ['STROKE_ALL'])
  assert.deepEqual(eventTypesOf(eventsOf(['WORKSPACE_USER_ALL', 'WORKSPACE_UPDATE'])).sort(), [
    'WORKSPACE_UPDATE',
    'WORKSPACE_USER_ALL',
  ])
  assert.deepEqual(eventTypesOf(new Set()), [])
})

test('every selection of events survives the conversion to event types and back', () => {
  for (let round = 0; round < 200; round += 1) {
    const chosen = new Set(allEvents.filter((_, index) => (round * 7 + index * index) % 5 < 3))
    assert.deepEqual(eventsOf(eventTypesOf(chosen)), chosen)
  }
})

test('[WEB-18] every event that the API accepts is offered on the page', () => {
  const isGroup = (name: string) => name.endsWith('ALL')
  assert.deepEqual(
    eventTypeNames.filter(name => !isGroup(name) && !allEvents.includes(name)),
    [],
  )
})

test('[WEB-18] the event types of a listener are described in words if they are all of them', () => {
  const messages = { everything: 'Alle Ereignisse' }
  assert.equal(formatEventTypes(['ALL'], messages), 'Alle Ereignisse')
  assert.equal(formatEventTypes(['NOTE_ALL', 'WORKSPACE_UPDATE'], messages), 'NOTE_ALL, WORKSPACE_UPDATE')
})
