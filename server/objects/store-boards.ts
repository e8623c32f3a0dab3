// Writes what a batch made of its boards: a handful of statements, whatever its length.

import { commentColumnsOf, deleteComments, insertComments } from '../comments/attached-comments.ts'
import type { Tx } from '../db/database.ts'
import { recordEvents } from '../events/record-event.ts'
import { recordFiles } from '../files/record-file.ts'
import { enqueueJobs } from '../jobs/enqueue-job.ts'
import { moveClocks } from '../workspaces/workspace-clock.ts'
import type { Board } from './draft.ts'
import { deleteObjects, insertObjects, updateObjects } from './object-store.ts'
import { objectRow } from './stored-object.ts'

export async function storeBoards(tx: Tx, all: Iterable<Board>, now: string): Promise<void> {
  const boards = [...all].filter(board => board.events.length > 0)
  if (boards.length === 0) return
  const written = boards.map(sortOut)
  const every = <K extends keyof Written>(name: K) =>
    written.flatMap(one => one[name] as Written[K][number][]) as Written[K]
  const events = boards.flatMap(board => board.events)
  const clocks = boards.map(({ id, seq }) => ({ id, seq, updated_at: now }))
  const jobs = boards.flatMap(board => board.jobs)
  // None needs what another does, so they share a trip to the database.
  await Promise.all([
    insertObjects(tx, every('created')),
    updateObjects(tx, every('updated')),
    deleteObjects(tx, every('deleted')),
    recordEvents(tx, events),
    moveClocks(tx, clocks),
    insertComments(tx, every('said')),
    deleteComments(tx, every('unsaid')),
    recordFiles(tx, filesOf(boards, now)),
    enqueueJobs(tx, jobs, now),
  ])
}

type Written = ReturnType<typeof sortOut>

/** The last event of an object tells its row's seq and carries its record as JSON already. */
function sortOut(board: Board) {
  const latest = new Map(board.events.map(event => [event.object_id, event]))
  const rows = [...board.objects].flatMap(([id, object]) => {
    const event = object && latest.get(id)
    return event ? [objectRow(object, event.seq, event.data)] : []
  })
  const gone = (map: ReadonlyMap<string, unknown>) =>
    [...map]
      .filter(([id, value]) => value === null && board.before.has(id))
      .map(([id]) => ({ workspace_id: board.id, id }))
  return {
    created: rows.filter(row => !board.before.has(row.id)),
    updated: rows.filter(row => board.before.has(row.id)),
    deleted: gone(board.objects),
    said: [...board.comments].flatMap(([id, comment]) =>
      comment && !board.before.has(id) ? [commentColumnsOf(comment)] : [],
    ),
    unsaid: gone(board.comments),
  }
}

const filesOf = (boards: readonly Board[], created_at: string) =>
  boards.flatMap(board =>
    [...board.objects].flatMap(([id, object]) => {
      const file = object?.record.$?.file
      return file && !board.before.has(id) ? [{ hash: file.hash, size: file.size, mime: file.mime, created_at }] : []
    }),
  )
