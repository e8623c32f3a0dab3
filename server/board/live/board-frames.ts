// A workspace as snapshot messages, ready to be written. All clients that open it within a few seconds share them, and get
// the later events from the log.

import { Semaphore } from '../../tools/index.ts'
import type { BoardText } from '../records/board-text.ts'
import { frameOf } from './frame.ts'

export interface BoardFrames {
  readonly seq: number
  readonly count: number
  frame(index: number, seesOriginals: boolean): Buffer
}

const retainMs = 5_000
/** Up to this many events after a snapshot are cheaper than a new one. */
const maxEventsAfter = 500

/** Loads few at a time over all workspaces: each is in memory until it is sent. */
export function openBoards(readBoard: (workspace_id: number) => Promise<BoardText>, concurrency = 2) {
  const cache = new Map<number, { promise: Promise<BoardFrames>; seq: number }>()
  const loads = new Semaphore(concurrency)
  return {
    /** As of `seq` or later, or up to a few hundred events earlier. */
    get(workspace_id: number, seq: number): Promise<BoardFrames> {
      const known = cache.get(workspace_id)
      if (known && known.seq >= seq - maxEventsAfter) return known.promise
      const promise = loads.run(async () => framesOf(await readBoard(workspace_id)))
      const entry = { promise, seq }
      cache.set(workspace_id, entry)
      const evict = () => {
        if (cache.get(workspace_id) === entry) cache.delete(workspace_id)
      }
      promise.then(() => setTimeout(evict, retainMs).unref(), evict)
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
