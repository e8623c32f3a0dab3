// Converts between the event types of a listener and the checkboxes of the page: every event that can happen has a
// checkbox, and a group that is checked as a whole is one event type.

import {
  type ChangeType,
  eventName,
  kinds,
  matchesEventTypes,
  operations,
  subjects,
  workspaceEventGroups,
  workspaceEventTypes,
} from '@tessera/contract'

type Subject = (typeof subjects)[number]

/** Everything can be created and deleted, but only kinds with an update operation can be updated. */
export const changesOf = (subject: Subject): readonly ChangeType[] =>
  'update' in operations[subject === 'comment' ? 'comments' : kinds[subject].noun]
    ? ['CREATE', 'UPDATE', 'DELETE']
    : ['CREATE', 'DELETE']

const subjectGroups = subjects.map(subject => ({
  eventType: `${subject.toUpperCase()}_ALL`,
  events: changesOf(subject).map(change => eventName(subject, change)),
}))
const workspaceGroups = Object.entries(workspaceEventGroups).map(([eventType, events]) => ({ eventType, events }))

export const allEvents: readonly string[] = [...subjectGroups.flatMap(({ events }) => events), ...workspaceEventTypes]

/** The events that the event types stand for. */
export const eventsOf = (eventTypes: readonly string[]): Set<string> =>
  new Set(allEvents.filter(event => matchesEventTypes(eventTypes, event)))

/** The fewest event types that stand for these events and no others. */
export function eventTypesOf(events: ReadonlySet<string>): string[] {
  if (allEvents.every(event => events.has(event))) return ['ALL']
  const eventTypes: string[] = []
  const left = new Set(events)
  for (const group of [...subjectGroups, ...workspaceGroups]) {
    if (!group.events.every(event => left.has(event))) continue
    eventTypes.push(group.eventType)
    for (const event of group.events) left.delete(event)
  }
  return [...eventTypes, ...left]
}

export const formatEventTypes = (eventTypes: readonly string[], messages: { everything: string }): string =>
  eventTypes.includes('ALL') ? messages.everything : eventTypes.join(', ')
