// Bringing a member up to date: with the events it missed where they are few, otherwise with a snapshot and the events
// after it. Others go on meanwhile, and nothing is told twice or left out.

import { notFound } from '../access/access.ts'
import type { EventText } from '../events/event-text.ts'
import type { Boards } from './board-frames.ts'
import { framesOf, type Member, type Room } from './room.ts'

export interface CatchUp {
  readonly room: Room
  readonly boards: Boards
  readonly readEvents: (after: number, limit: number) => Promise<EventText[]>
}

/** Who missed more than this is better served with a snapshot. */
const mostMissed = 2_000
const pageSize = 200

/** `after` is the last event that the member has, null where it has nothing; `seq` the last one there is, at least. */
export async function catchUp(member: Member, after: number | null, seq: number, parts: CatchUp): Promise<void> {
  const { room } = parts
  const isNear = after !== null && after <= seq && seq - after <= mostMissed
  let at = isNear ? after : await sendBoard(member, parts, seq)
  while (member.wire.isOpen) {
    const missed = room.recent.after(at)
    if (missed) {
      sendEvents(member, missed)
      member.isLive = true
      return
    }
    // What is newer than the room has told is told to everybody first.
    if (at > room.seq) await new Promise(resolve => room.afterEvents(resolve))
    else at = await sendPage(member, parts, at)
  }
}

async function sendBoard(member: Member, { room, boards }: CatchUp, seq: number): Promise<number> {
  const board = await boards.get(room.workspace_id, Math.max(seq, room.seq))
  for (let index = 0; index < board.count && member.wire.isOpen; index++) {
    await member.wire.ready()
    member.wire.write(board.frame(index, member.seesOriginals))
  }
  return board.seq
}

async function sendPage(member: Member, { readEvents }: CatchUp, after: number): Promise<number> {
  await member.wire.ready()
  const events = await readEvents(after, pageSize)
  sendEvents(member, events)
  const last = events.at(-1)
  // A log has no holes: it is being erased.
  if (!last) throw notFound('workspace')
  return last.seq
}

function sendEvents(member: Member, events: readonly EventText[]): void {
  for (const frame of framesOf(events, member.seesOriginals ? 'full' : 'plain')) member.wire.write(frame)
}
