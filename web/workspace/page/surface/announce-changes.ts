// Tells who cannot see it what others do on the board: gathered over a few seconds, since nobody can listen to every move.

import type { Event } from '@tessera/client'
import { nameOf } from '../../../session/person-name.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'

const pauseMs = 4_000

export function announceChanges(board: OpenBoard): () => void {
  let heard: Event[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  function speak() {
    timer = undefined
    const text = summarizeEvents(heard)
    heard = []
    if (text !== '') announce(board, text)
  }
  const stop = board.live.onEvents(events => {
    heard.push(...events.filter(({ actor }) => actor.id !== board.live.me?.id))
    if (heard.length > 0) timer ??= setTimeout(speak, pauseMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** For each person: how much they added, changed, deleted and said. */
export function summarizeEvents(events: readonly Event[]): string {
  const words = useWorkspaceWords.now().heard
  const byPerson = Map.groupBy(events, ({ actor }) => actor.id)
  return [...byPerson.values()]
    .map(list => {
      const said = deeds.flatMap(deed => {
        const count = new Set(list.filter(({ type }) => deedOf(type) === deed).map(subjectOf)).size
        return count > 0 ? [words[deed](count)] : []
      })
      return said.length > 0 ? `${nameOf((list[0] as Event).actor)}: ${said.join(', ')}.` : ''
    })
    .filter(Boolean)
    .join(' ')
}

const deeds = ['added', 'changed', 'deleted', 'said'] as const

function deedOf(type: string): (typeof deeds)[number] | null {
  if (type === 'COMMENT_CREATE') return 'said'
  if (type.startsWith('COMMENT') || type.startsWith('WORKSPACE')) return null
  if (type.endsWith('_CREATE')) return 'added'
  return type.endsWith('_UPDATE') ? 'changed' : 'deleted'
}

function subjectOf(event: Event): string {
  const subject = Object.values(event).find(value => typeof value === 'object' && value !== null && 'version' in value)
  return (subject as { id: string } | undefined)?.id ?? event.id
}
