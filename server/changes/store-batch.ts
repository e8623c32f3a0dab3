// Writes what a batch made of its boards: a handful of statements, whatever its length.

import type { Tx } from '../db/database.ts'
import type { CommentTable, ObjectTable } from '../db/schema.ts'
import { type Actor, insertEvents, type NewEvent } from '../events/event-store.ts'
import { setSeqs } from '../events/workspace-seq-store.ts'
import { insertFiles, insertWorkspaceFiles } from '../files/file-record-store.ts'
import { enqueueJobs } from '../jobs/job-store.ts'
import type { ObjectKey } from '../records/object-store.ts'
import { commentColumnsOf, deleteComments, insertComments, renumberComments } from './comment-write-store.ts'
import type { Board } from './draft.ts'
import { objectRow } from './object-row.ts'
import { deleteObjects, insertObjects, updateObjects } from './object-write-store.ts'

/** With `actors`, among whom are all who changed something, those who follow the log need not read it. */
export async function storeBatch(tx: Tx, all: Iterable<Board>, now: string, actors?: readonly Actor[]): Promise<void> {
  const boards = [...all].filter(board => board.events.length > 0)
  if (boards.length === 0) return
  const written = boards.map(sortOut)
  const every = <K extends keyof Written>(name: K) =>
    written.flatMap(one => one[name] as Written[K][number][]) as Written[K]
  const events = boards.flatMap(board => board.events)
  const clocks = boards.map(({ id, seq }) => ({ id, seq, updated_at: now }))
  const jobs = boards.flatMap(board => board.jobs)
  const brought = boards.flatMap(filesOf)
  // None needs what another does, so they share a trip to the database.
  await Promise.all([
    insertObjects(tx, every('created')),
    updateObjects(tx, every('updated')),
    deleteObjects(tx, every('deleted')),
    insertEvents(tx, events, actors),
    setSeqs(tx, clocks),
    insertComments(tx, every('said')),
    renumberComments(tx, every('saidAgain')),
    deleteComments(tx, every('unsaid')),
    insertFiles(
      tx,
      brought.map(({ hash, size, mime }) => ({ hash, size, mime, created_at: now })),
    ),
    insertWorkspaceFiles(tx, brought),
    enqueueJobs(tx, jobs, now),
  ])
}

type Written = ReturnType<typeof sortOut>

/** The last event of an object carries its record as JSON already. */
function sortOut(board: Board) {
  const latest = new Map<string, NewEvent>()
  for (const event of board.events) latest.set(event.object_id as string, event)
  const created: ObjectTable[] = []
  const updated: ObjectTable[] = []
  const said: CommentTable[] = []
  const saidAgain: CommentTable[] = []
  for (const [id, { data }] of latest) {
    const isOld = board.before.has(id)
    const object = board.objects.get(id)
    if (object) (isOld ? updated : created).push(objectRow(object, data))
    const comment = board.comments.get(id)
    if (comment) (isOld ? saidAgain : said).push(commentColumnsOf(comment))
  }
  const [deleted, unsaid] = [gone(board, board.objects), gone(board, board.comments)]
  return { created, updated, deleted, said, saidAgain, unsaid }
}

function gone({ id: workspace_id, before }: Board, map: ReadonlyMap<string, unknown>): ObjectKey[] {
  const keys: ObjectKey[] = []
  for (const [id, value] of map) if (value === null && before.has(id)) keys.push({ workspace_id, id })
  return keys
}

/** The files of the objects that the batch made. */
const filesOf = ({ id: workspace_id, objects, before }: Board) =>
  [...objects.values()].flatMap(object => {
    const file = object?.record.$?.file
    return file && !before.has(object.record.id) ? [{ ...file, workspace_id }] : []
  })
