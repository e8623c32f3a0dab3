// The names of events, as they appear in the log, in the eventTypes of a listener and in a notification.

import type { Kind } from './kind.ts'
import { kinds } from './kinds/index.ts'

export type ChangeType = 'CREATE' | 'UPDATE' | 'DELETE'

const changeTypes: readonly ChangeType[] = ['CREATE', 'UPDATE', 'DELETE']

/** What can be created, updated and deleted: objects of every kind, and comments. */
export const subjects = [...Object.values(kinds).map(kind => kind.name), 'comment'] as const

/** What else happens to a workspace, each with the field of the event that has what it is about. */
export const workspaceEvents = {
  WORKSPACE_UPDATE: 'workspace',
  WORKSPACE_DELETE: 'workspace',
  WORKSPACE_DUPLICATE: 'workspace',
  WORKSPACE_PUBLISH: 'workspace',
  WORKSPACE_UNPUBLISH: 'workspace',
  WORKSPACE_USER_ADD: 'workspace_user',
  WORKSPACE_USER_REMOVE: 'workspace_user',
  WORKSPACE_USER_ROLE_CHANGE: 'workspace_user',
} as const

export type WorkspaceEventType = keyof typeof workspaceEvents
export type WorkspaceEventField = (typeof workspaceEvents)[WorkspaceEventType]
/** The types of the events with this field. */
export type EventTypeWith<Field extends WorkspaceEventField> = {
  [Type in WorkspaceEventType]: (typeof workspaceEvents)[Type] extends Field ? Type : never
}[WorkspaceEventType]

export const workspaceEventTypes = Object.keys(workspaceEvents) as WorkspaceEventType[]

/** A listener may name them together; the first group stands for all. */
export const workspaceEventGroups: Readonly<Record<string, readonly WorkspaceEventType[]>> = {
  WORKSPACE_ALL: workspaceEventTypes,
  WORKSPACE_USER_ALL: workspaceEventTypes.filter(type => workspaceEvents[type] === 'workspace_user'),
}

export const eventName = (subject: string, change: ChangeType) => `${subject.toUpperCase()}_${change}`

/** The events that each name in a listener's eventTypes stands for: one event, or all events of a group. */
const eventsByName: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(eventGroups()).map(([name, events]) => [name, new Set(events)]),
)

/** Every name that a listener's eventTypes accepts, events that nothing causes today included. */
export const eventTypeNames: readonly string[] = [...eventsByName.keys()]

export const matchesEventTypes = (eventTypes: readonly string[], event: string): boolean =>
  eventTypes.some(name => eventsByName.get(name)?.has(event))

/**
 * The events that can happen. A kind whose fields cannot be updated has no UPDATE: a listener may name it, but never
 * receives it.
 */
export const listCausableEvents = (): string[] => [
  ...Object.values<Kind>(kinds).flatMap(kind =>
    changeTypes.filter(change => change !== 'UPDATE' || isUpdated(kind)).map(change => eventName(kind.name, change)),
  ),
  ...changeTypes.map(change => eventName('comment', change)),
  ...workspaceEventTypes,
]

/** By users, or by the service when it processes an uploaded file. */
const isUpdated = ({ updatable, upload }: Kind) => updatable.length > 0 || upload !== undefined

function eventGroups(): Record<string, readonly string[]> {
  const bySubject = subjects.map(subject => [subject, changeTypes.map(change => eventName(subject, change))] as const)
  const single = [...bySubject.flatMap(([, names]) => names), ...workspaceEventTypes]
  return {
    ALL: single,
    ...Object.fromEntries(bySubject.map(([subject, names]) => [`${subject.toUpperCase()}_ALL`, names])),
    ...workspaceEventGroups,
    ...Object.fromEntries(single.map(name => [name, [name]])),
  }
}
