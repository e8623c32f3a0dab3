// A workspace as snapshot messages, ready to be written. All clients that open it within a few seconds share them, and get
// the later events from the log. No event reports the path of a connector at an object that moved (LIV-6), so a board with
// connectors is shared only until its next event.

import { Semaphore } from '../../tools/index.ts'
import type { BoardText } from '../records/board-text.ts'
import { frameOf } from './frame.ts'

export interface BoardFrames {
  readonly seq: number
  readonly count: number
  readonly hasFollowers: boolean
  frame(index: number, seesOriginals: boolean): Buffer
}

const retainMs = 5_000
/** Up to this many events after a snapshot are cheaper than a new snapshot. */
const maxEventsAfter = 500

interface Load {
  readonly promise: Promise<BoardFrames>
  /** The board is read as of this event or later. */
  seq: number
  hasBegun: boolean
}

/** Only a few boards are loaded at a time over all workspaces: each is in memory until it is sent. */
export function openBoards(readBoard: (workspace_id: number) => Promise<BoardText>, concurrency = 2) {
  const cache = new Map<number, Load>()
  const loads = new Semaphore(concurrency)

  function load(workspace_id: number, seq: number): Promise<BoardFrames> {
    const state = { seq, hasBegun: false }
    // It may begin at once, before there is a promise.
    const promise = loads.run(async () => {
      state.hasBegun = true
      return framesOf(await readBoard(workspace_id))
    })
    const entry: Load = Object.assign(state, { promise })
    cache.set(workspace_id, entry)
    const evict = () => {
      if (cache.get(workspace_id) === entry) cache.delete(workspace_id)
    }
    promise.then(() => setTimeout(evict, retainMs).unref(), evict)
    return promise
  }

  return {
    /** Returns the board as of `seq` or later; without connectors, up to a few hundred events earlier. */
    async get(workspace_id: number, seq: number): Promise<BoardFrames> {
      for (;;) {
        const known = cache.get(workspace_id)
        // A load that has not begun will read this event, too.
        if (known && !known.hasBegun) known.seq = Math.max(known.seq, seq)
        if (!known || known.seq < seq - maxEventsAfter) return await load(workspace_id, seq)
        const frames = await known.promise
        if (frames.seq >= seq || !frames.hasFollowers) return frames
        // The first client here starts the load again, and the others share it.
        if (cache.get(workspace_id) === known) return await load(workspace_id, seq)
      }
    },
  }
}

export type Boards = ReturnType<typeof openBoards>

function framesOf({ seq, parts, hasFollowers }: BoardText): BoardFrames {
  const whole = parts.length > 0 ? parts : [{ objects: { full: '', plain: '' }, comments: '' }]
  const made = new Map<string, Buffer>()
  return {
    seq,
    count: whole.length,
    hasFollowers,
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
