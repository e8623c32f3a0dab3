// The names of events, as they stand in the log, in a listener's eventTypes and in a notification.

import { kinds } from './kinds/index.ts'

/** What can be the subject of create, update and delete: every kind of object, and comments. */
export const subjects = [...Object.values(kinds).map(kind => kind.name), 'comment'] as const

export type ChangeType = 'CREATE' | 'UPDATE' | 'DELETE'

const deeds: readonly ChangeType[] = ['CREATE', 'UPDATE', 'DELETE']

export const workspaceEvents = [
  'WORKSPACE_UPDATE',
  'WORKSPACE_DELETE',
  'WORKSPACE_DUPLICATE',
  'WORKSPACE_PUBLISH',
  'WORKSPACE_UNPUBLISH',
] as const

export const workspaceUserEvents = [
  'WORKSPACE_USER_ADD',
  'WORKSPACE_USER_REMOVE',
  'WORKSPACE_USER_ROLE_CHANGE',
] as const

export const eventName = (subject: string, deed: ChangeType) => `${subject.toUpperCase()}_${deed}`

/** What each word a listener may use stands for: itself, or all of a group. */
const meanings: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(groups()).map(([word, names]) => [word, new Set(names)]),
)

export const eventTypeNames: readonly string[] = [...meanings.keys()]

export const matchesEventTypes = (words: readonly string[], type: string) =>
  words.some(word => meanings.get(word)?.has(type))

function groups(): Record<string, readonly string[]> {
  const bySubject = subjects.map(subject => [subject, deeds.map(deed => eventName(subject, deed))] as const)
  const workspace = [...workspaceEvents, ...workspaceUserEvents]
  const single = [...bySubject.flatMap(([, names]) => names), ...workspace]
  return {
    ALL: single,
    ...Object.fromEntries(bySubject.map(([subject, names]) => [`${subject.toUpperCase()}_ALL`, names])),
    WORKSPACE_ALL: workspace,
    WORKSPACE_USER_ALL: workspaceUserEvents,
    ...Object.fromEntries(single.map(name => [name, [name]])),
  }
}
