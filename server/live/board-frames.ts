// A workspace as snapshot messages, ready to be written. Whoever opens it within a few seconds is given the same ones: the
// log tells them the rest.

import { Semaphore } from '../semaphore.ts'
import { frameOf } from './frame.ts'
import type { BoardText } from '../records/board-text.ts'

export interface BoardFrames {
  readonly seq: number
  readonly count: number
  frame(index: number, seesOriginals: boolean): Buffer
}

const keptMs = 5_000
/** Fewer events than these after a snapshot cost less than another. */
const mostEventsAfter = 500

/** A few at a time over all workspaces, since each is held in memory while it is sent. */
export function openBoards(readBoard: (workspace_id: number) => Promise<BoardText>, concurrency = 2) {
  const kept = new Map<number, { promise: Promise<BoardFrames>; seq: number }>()
  const loads = new Semaphore(concurrency)
  return {
    /** As of this number or later, or at most a few events earlier. */
    get(workspace_id: number, seq: number): Promise<BoardFrames> {
      const known = kept.get(workspace_id)
      if (known && known.seq >= seq - mostEventsAfter) return known.promise
      const promise = loads.run(async () => framesOf(await readBoard(workspace_id)))
      const entry = { promise, seq }
      kept.set(workspace_id, entry)
      const forget = () => {
        if (kept.get(workspace_id) === entry) kept.delete(workspace_id)
      }
      promise.then(() => setTimeout(forget, keptMs).unref(), forget)
      return promise
    },
  }
}

export type Boards = ReturnType<typeof openBoards>

function framesOf({ seq, parts }: BoardText): BoardFrames {
  const whole = parts.length > 0 ? parts : [{ objects: { full: '', plain: '' }, comments: '' }]
  const made = new Map<string, Buffer>()
  return {
    seq,
    count: whole.length,
    frame(index, seesOriginals) {
      const part = whole[index]
      if (!part) throw new Error(`a snapshot has no part ${index}`)
      const which = seesOriginals || part.objects.full === part.objects.plain ? 'full' : 'plain'
      const name = `${index} ${which}`
      const known = made.get(name)
      if (known) return known
      const more = index < whole.length - 1
      const text = `{"type":"snapshot","seq":${seq},"objects":[${part.objects[which]}],"comments":[${part.comments}],"more":${more}}`
      const frame = frameOf(text)
      made.set(name, frame)
      return frame
    },
  }
}
