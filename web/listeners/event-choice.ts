// Between the words of a listener and the boxes a person ticks: every event has a box, and a group that is ticked whole is
// one word.

import { eventName, isMeant, subjects, workspaceEvents, workspaceUserEvents } from '@tessera/contract'

export const deeds = ['CREATE', 'UPDATE', 'DELETE'] as const

const aboutSubjects = subjects.map(subject => ({
  word: `${subject.toUpperCase()}_ALL`,
  types: deeds.map(deed => eventName(subject, deed)),
}))
const aboutUsers = { word: 'WORKSPACE_USER_ALL', types: [...workspaceUserEvents] as string[] }
const aboutWorkspace = { word: 'WORKSPACE_ALL', types: [...workspaceEvents, ...workspaceUserEvents] as string[] }

export const allTypes: readonly string[] = [...aboutSubjects.flatMap(({ types }) => types), ...aboutWorkspace.types]

/** The events that the words mean. */
export const typesOf = (words: readonly string[]): Set<string> => new Set(allTypes.filter(type => isMeant(words, type)))

/** The fewest words that mean these events and no other. */
export function wordsOf(types: ReadonlySet<string>): string[] {
  if (allTypes.every(type => types.has(type))) return ['ALL']
  const words: string[] = []
  const left = new Set(types)
  for (const group of [...aboutSubjects, aboutWorkspace, aboutUsers]) {
    if (!group.types.every(type => left.has(type))) continue
    words.push(group.word)
    for (const type of group.types) left.delete(type)
  }
  return [...words, ...left]
}

/** What a listener is told, for people. */
export const sayTypes = (eventTypes: readonly string[], words: { everything: string }): string =>
  eventTypes.includes('ALL') ? words.everything : eventTypes.join(', ')
