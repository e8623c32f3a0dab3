// Announces to screen readers what other users do on the board. Changes are batched over a few seconds: announcing
// every single move would be too much.

import type { Event } from '@tessera/client'
import { nameOf } from '../../../session/person-name.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

const pauseMs = 4_000

export function announceChanges(board: OpenBoard): () => void {
  let pending: Event[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush() {
    timer = undefined
    const text = summarizeEvents(pending)
    pending = []
    if (text !== '') announce(board, text)
  }
  const stop = board.live.onEvents(events => {
    pending.push(...events.filter(({ actor }) => actor.id !== board.live.me?.id))
    if (pending.length > 0) timer ??= setTimeout(flush, pauseMs)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** One sentence per person: how many objects they added, changed and deleted, and what they did with comments. */
export function summarizeEvents(events: readonly Event[]): string {
  const messages = useWorkspaceMessages.now().activity
  const byPerson = Map.groupBy(events, ({ actor }) => actor.id)
  return [...byPerson.values()]
    .map(list => {
      const parts = activities.flatMap(activity => {
        const count = new Set(list.filter(event => activityOf(event) === activity).map(subjectOf)).size
        return count > 0 ? [messages[activity](count)] : []
      })
      return parts.length > 0 ? `${nameOf((list[0] as Event).actor)}: ${parts.join(', ')}.` : ''
    })
    .filter(Boolean)
    .join(' ')
}

const activities = ['added', 'changed', 'deleted', 'commented', 'resolved', 'reopened', 'edited', 'removed'] as const

function activityOf(event: Event): (typeof activities)[number] | null {
  const { type } = event
  if (type.startsWith('COMMENT')) return commentActivityOf(event)
  if (type.startsWith('WORKSPACE')) return null
  if (type.endsWith('_CREATE')) return 'added'
  return type.endsWith('_UPDATE') ? 'changed' : 'deleted'
}

/** An update has the time of the event if it changed something. */
function commentActivityOf({ type, comment, created_at }: Event): (typeof activities)[number] {
  if (type !== 'COMMENT_UPDATE') return type === 'COMMENT_CREATE' ? 'commented' : 'removed'
  if (comment?.updated_at === created_at) return 'edited'
  return comment?.resolved ? 'resolved' : 'reopened'
}

/** The id of the object the event is about, so that an object moved ten times counts once. */
function subjectOf(event: Event): string {
  const subject = Object.values(event).find(value => typeof value === 'object' && value !== null && 'version' in value)
  return (subject as { id: string } | undefined)?.id ?? event.comment?.id ?? event.id
}
