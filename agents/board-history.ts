// A part of a board's log, replayed: every object with its states, and which of its changes the agent made.

import type { Client } from '@tessera/client'
import { type KindName, kindNames } from '@tessera/contract'
import type { BoardObject } from './board-object.ts'
import { readWholeBoard } from './read-whole-board.ts'

type LoggedEvent = Awaited<ReturnType<Client['events']['list']>>['events'][number]
type LoggedComment = NonNullable<LoggedEvent['comment']>

export interface ObjectChangeEntry {
  readonly seq: number
  readonly isOwn: boolean
  /** Who made the change. */
  readonly by: string
  /** Null if it did not exist. */
  readonly before: BoardObject | null
  readonly after: BoardObject | null
}

export interface CommentEntry {
  readonly seq: number
  readonly isOwn: boolean
  readonly by: string
  readonly isDeleted: boolean
  readonly isCreated: boolean
  readonly comment: LoggedComment
}

/** What one list of changes left in the log. */
export interface OwnStep {
  readonly first: number
  readonly last: number
}

export interface BoardHistory {
  readonly seq: number
  /** The first seq that is known. */
  readonly start: number
  readonly objects: ReadonlyMap<string, readonly ObjectChangeEntry[]>
  readonly comments: ReadonlyMap<string, readonly CommentEntry[]>
  readonly steps: readonly OwnStep[]
  /** The board at the end. */
  readonly now: ReadonlyMap<string, BoardObject>
  /** The board at the start. */
  readonly then: ReadonlyMap<string, BoardObject>
}

const pageSize = 1_000
/** How far back in the log changes can be undone. */
export const maxEvents = 5_000

/** Null if the agent made no change after `since`, or none in the last part of the log. */
export async function readHistory(
  client: Client,
  workspace_id: string,
  since: number | undefined,
): Promise<BoardHistory | null> {
  const { seq } = await client.objects.list(workspace_id, { limit: 1 })
  const after = Math.max(since ?? 0, seq - maxEvents)
  const own = await readEvents(client, workspace_id, { after, seq, mine: true })
  const first = own[0]
  if (!first) return null
  const start = first.seq - 1
  const [events, { objects }] = await Promise.all([
    readEvents(client, workspace_id, { after: start, seq }),
    readWholeBoard(client, workspace_id, start),
  ])
  return replay(objects, events, { seq, start, own: new Set(own.map(event => event.seq)) })
}

async function readEvents(
  client: Client,
  workspace_id: string,
  { after, seq, mine = false }: { readonly after: number; readonly seq: number; readonly mine?: boolean },
): Promise<LoggedEvent[]> {
  const found: LoggedEvent[] = []
  for (let from = after; ; ) {
    const { events } = await client.events.list(workspace_id, {
      after: from,
      limit: pageSize,
      ...(mine ? { mine } : {}),
    })
    found.push(...events.filter(event => event.seq <= seq))
    const last = events.at(-1)?.seq
    if (events.length < pageSize || last === undefined || last >= seq) return found
    from = last
  }
}

function replay(
  objects: readonly BoardObject[],
  events: readonly LoggedEvent[],
  { seq, start, own }: { readonly seq: number; readonly start: number; readonly own: ReadonlySet<number> },
): BoardHistory {
  const then = new Map(objects.map(object => [object.id, object]))
  const now = new Map(then)
  const entries = new Map<string, ObjectChangeEntry[]>()
  const comments = new Map<string, CommentEntry[]>()
  const steps: (OwnStep & { created_at: string })[] = []
  for (const event of events) {
    const isOwn = own.has(event.seq)
    const entry = { seq: event.seq, isOwn, by: nameOf(event) }
    const isDeleted = event.type.endsWith('_DELETE')
    if (isOwn) addStep(steps, event)
    const object = objectIn(event)
    if (object) {
      const after = isDeleted ? null : object
      const before = now.get(object.id) ?? null
      add(entries, object.id, { ...entry, before, after })
      if (after) now.set(object.id, after)
      else now.delete(object.id)
    } else if (event.comment) {
      const isCreated = event.type.endsWith('_CREATE')
      add(comments, event.comment.id, { ...entry, isDeleted, isCreated, comment: event.comment })
    }
  }
  return { seq, start, objects: entries, comments, steps, now, then }
}

function addStep(steps: (OwnStep & { created_at: string })[], { seq, created_at }: LoggedEvent): void {
  const last = steps.at(-1)
  const isSame = last && last.last === seq - 1 && last.created_at === created_at
  if (isSame) steps[steps.length - 1] = { ...last, last: seq }
  else steps.push({ first: seq, last: seq, created_at })
}

function objectIn(event: LoggedEvent): BoardObject | null {
  const kind = kindNames.find((name: KindName) => event[name] !== undefined)
  return kind ? ({ kind, ...event[kind] } as unknown as BoardObject) : null
}

function add<T>(lists: Map<string, T[]>, id: string, one: T): void {
  const list = lists.get(id)
  if (list) list.push(one)
  else lists.set(id, [one])
}

function nameOf({ actor }: LoggedEvent): string {
  const person = `${actor.first_name} ${actor.last_name}`.trim()
  return actor.via ? `${actor.via.name} for ${person}` : person
}
