// Brings a member up to date: with the missed events if they are few, otherwise with a snapshot and the events after
// it. The room continues meanwhile, and no event is sent twice or skipped.

import { notFound } from '../../accounts/access/index.ts'
import type { Semaphore } from '../../tools/index.ts'
import type { EventText } from '../events/event-text.ts'
import type { Boards } from './board-frames.ts'
import { framesOf, type Room } from './room.ts'
import type { Member } from './room-member.ts'

export interface CatchUpContext {
  readonly room: Room
  readonly boards: Boards
  /** A board is in memory until it is sent, so one user gets only a few at a time. */
  readonly boardTurns: Semaphore<number>
  readonly readEvents: (after: number, limit: number) => Promise<EventText[]>
}

/** Above this number of events, a snapshot is cheaper. */
const maxMissed = 2_000
const pageSize = 200
const maxPartLength = 262_144

/** `after` is the last event that the member has, or null if it has none; the log has at least `seq` events. */
export async function catchUp(
  member: Member,
  after: number | null,
  seq: number,
  context: CatchUpContext,
): Promise<void> {
  const { room } = context
  const isNear = after !== null && after <= seq && seq - after <= maxMissed
  let at = isNear ? after : await context.boardTurns.run(() => sendBoard(member, context, seq), member.user_id)
  while (member.writer.isOpen) {
    const missed = room.recent.after(at)
    if (missed) {
      sendEvents(member, missed)
      member.isLive = true
      return
    }
    // The snapshot is newer than the room: the room has to broadcast up to it first.
    if (at > room.seq) await new Promise(resolve => room.afterEvents(resolve))
    else at = await sendPage(member, context, at)
  }
}

async function sendBoard(member: Member, { room, boards }: CatchUpContext, seq: number): Promise<number> {
  const board = await boards.get(room.workspace_id, Math.max(seq, room.seq))
  for (let index = 0; index < board.count && member.writer.isOpen; index++) {
    await member.writer.drained()
    member.writer.write(board.frame(index, member.seesOriginals))
  }
  return board.seq
}

async function sendPage(member: Member, { readEvents }: CatchUpContext, after: number): Promise<number> {
  await member.writer.drained()
  const events = await readEvents(after, pageSize)
  for (const part of partsOf(events)) {
    await member.writer.drained()
    sendEvents(member, part)
  }
  const last = events.at(-1)
  // A log has no gaps, so an empty page means that the workspace is being erased.
  if (!last) throw notFound('workspace')
  return last.seq
}

/** A page of large events is not written at once: what the client has not read stays in memory. */
function partsOf(events: readonly EventText[]): EventText[][] {
  const parts: EventText[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const event of events) {
    if (length > maxPartLength) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(event)
    length += event.full.length
  }
  return parts
}

function sendEvents(member: Member, events: readonly EventText[]): void {
  for (const frame of framesOf(events, member.seesOriginals ? 'full' : 'plain')) member.writer.write(frame)
}
