// Writes the result of a batch with a fixed number of statements, regardless of its size.

import { insertFiles, insertWorkspaceFiles } from '../../platform/files/index.ts'
import { enqueueJobs, type NewJob } from '../../platform/jobs/index.ts'
import type { CommentTable, ObjectLinkTable, ObjectTable } from '../../platform/schema/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { Steps } from '../../tools/index.ts'
import { type Actor, insertEvents, type NewEvent } from '../events/event-store.ts'
import { checkpointJobs } from '../events/make-checkpoints.ts'
import { setSeqs } from '../events/workspace-seq-store.ts'
import { deleteComments, insertComments, updateComments } from '../records/comment-write-store.ts'
import { replaceLinks } from '../records/object-link-store.ts'
import type { ObjectKey } from '../records/object-store.ts'
import { deleteObjects, insertObjects, updateObjects } from '../records/object-write-store.ts'
import type { StoredObject } from '../records/stored-object.ts'
import type { BoardState } from './board-state.ts'
import { hasSameLinks, linkFieldsOf, linksOf } from './object-links.ts'
import { objectRow } from './object-row.ts'
import { routingJobsOf } from './route-later.ts'

interface StoreOptions {
  /** If they contain everyone who made a change, subscribers get the events without reading the log. */
  readonly actors?: readonly Actor[]
  readonly steps?: Steps
}

export async function storeBatch(
  tx: Tx,
  all: Iterable<BoardState>,
  now: string,
  { actors, steps = new Steps() }: StoreOptions = {},
): Promise<void> {
  const boards = [...all].filter(board => board.events.length > 0)
  if (boards.length === 0) return
  const written: BatchRows[] = []
  for (const board of boards) written.push(await rowsOf(board, steps))
  const every = <K extends keyof BatchRows>(name: K) =>
    written.flatMap(one => one[name] as BatchRows[K][number][]) as BatchRows[K]
  const events = boards.flatMap(board => board.events)
  const clocks = boards.map(({ id, seq }) => ({ id, seq, updated_at: now }))
  const jobs = boards.flatMap(board => {
    const { id, seq, events, jobs } = board
    return [...jobs, ...routingJobs(board), ...checkpointJobs(id, seq - events.length, seq)]
  })
  const files = boards.flatMap(filesOf)
  // The statements are independent of each other, so they share a round trip to the database.
  await Promise.all([
    insertObjects(tx, every('created')),
    updateObjects(tx, every('updated')),
    deleteObjects(tx, every('deleted')),
    replaceLinks(tx, every('unlinked'), every('links')),
    insertEvents(tx, events, actors),
    setSeqs(tx, clocks),
    insertComments(tx, every('newComments')),
    updateComments(tx, every('updatedComments')),
    deleteComments(tx, every('deletedComments')),
    insertFiles(
      tx,
      files.map(({ hash, size, mime }) => ({ hash, size, mime, created_at: now })),
    ),
    insertWorkspaceFiles(tx, files),
    enqueueJobs(tx, jobs, now),
  ])
}

type BatchRows = Awaited<ReturnType<typeof rowsOf>>

/** Of the objects that may have moved, those that have. */
const routingJobs = ({ id, routedLater, moved }: BoardState): NewJob[] =>
  routingJobsOf(
    id,
    routedLater.filter(one => moved.has(one)),
  )

/** The data of an object's last event is its record as JSON, so it is not serialized again. */
async function rowsOf(board: BoardState, steps: Steps) {
  const latest = new Map<string, NewEvent>()
  for (const event of board.events) latest.set(event.object_id as string, event)
  const created: ObjectTable[] = []
  const updated: ObjectTable[] = []
  const newComments: CommentTable[] = []
  const updatedComments: CommentTable[] = []
  const links: ObjectLinkTable[] = []
  const unlinked: ObjectKey[] = []
  for (const id of board.rerouted) {
    if (steps.isPauseDue) await steps.pause()
    const object = board.objects.get(id)
    if (object && !latest.has(id)) updated.push(objectRow(object, JSON.stringify(object.record)))
  }
  for (const [id, { data }] of latest) {
    if (steps.isPauseDue) await steps.pause()
    const before = board.before.get(id)
    const isOld = before !== undefined
    const object = board.objects.get(id)
    if (object) {
      const text = board.rerouted.has(id) ? JSON.stringify(object.record) : data
      ;(isOld ? updated : created).push(objectRow(object, text))
      const isRelinked = !before || !hasSameLinks(object, before as StoredObject)
      if (isRelinked && isOld) unlinked.push({ workspace_id: board.id, id })
      if (isRelinked) links.push(...linksOf(object))
    }
    const comment = board.comments.get(id)
    if (comment) (isOld ? updatedComments : newComments).push(comment)
  }
  const [deleted, deletedComments] = [deletedKeys(board, board.objects), deletedKeys(board, board.comments)]
  unlinked.push(...deleted.filter(({ id }) => linkFieldsOf(board.before.get(id) as StoredObject).length > 0))
  return { links, unlinked, created, updated, deleted, newComments, updatedComments, deletedComments }
}

function deletedKeys({ id: workspace_id, before }: BoardState, map: ReadonlyMap<string, unknown>): ObjectKey[] {
  const keys: ObjectKey[] = []
  for (const [id, value] of map) if (value === null && before.has(id)) keys.push({ workspace_id, id })
  return keys
}

/** The files of the objects that the batch created. */
const filesOf = ({ id: workspace_id, organization_id, objects, before }: BoardState) =>
  [...objects.values()].flatMap(object => {
    const file = object?.record.$?.file
    return file && !before.has(object.record.id) ? [{ ...file, workspace_id, organization_id }] : []
  })
