// The state of one workspace within a batch: the loaded rows, with the changes of its requests so far.

import type { NewJob } from '../../platform/jobs/index.ts'
import type { NewEvent } from '../events/event-store.ts'
import type { CommentRow } from '../records/comment-store.ts'
import type { StoredObject } from '../records/stored-object.ts'
import { BoardStack, type StackEntry } from './board-stack.ts'
import { linksOf } from './object-links.ts'

/** An object as it was when it was deleted, with the strokes and comments deleted along with it. */
export interface DeletedObject {
  readonly object: StoredObject
  readonly strokes: readonly StoredObject[]
  readonly comments: readonly CommentRow[]
}

/** The state of one workspace within a batch. A null entry of a map has been deleted. */
export interface BoardState {
  readonly id: number
  readonly uid: string
  readonly organization_id: number
  seq: number
  readonly orderBase: number
  /** The stacking order of all objects that lie on the board; null if no change of the batch needs it. */
  readonly stack: BoardStack | null
  /** The ids of objects that are or were attached to an object, by its id, so that they are found without a scan. */
  readonly linking: Map<string, Set<string>>
  /** How many connector ends are at an object, by its id, for those that changes name. */
  readonly endCounts: Map<string, number>
  /** Of the objects that the batch moves, those with so many connectors that their paths are computed in a job. */
  readonly routedLater: readonly string[]
  /** Objects that have moved or changed their shape: the paths of connectors at them are computed once, for the batch. */
  readonly moved: Set<string>
  /** Connectors that have a new path, because an object that they are attached to has changed. */
  readonly rerouted: Set<string>
  readonly objects: Map<string, StoredObject | null>
  readonly comments: Map<string, CommentRow | null>
  /** Deleted objects that the batch may restore. */
  readonly deleted: Map<string, DeletedObject | null>
  /** What existed before the batch, by id: these rows are updated, others inserted. */
  readonly before: ReadonlyMap<string, StoredObject | CommentRow>
  readonly events: NewEvent[]
  readonly jobs: NewJob[]
  /** Mails caused by comments, until the limits on mail are checked. */
  readonly mentions: Mention[]
}

/** A mail about a mention. */
export interface Mention {
  readonly job: NewJob
  readonly sender_id: number
  /** The key of the address. */
  readonly recipient: string
}

export interface BoardClock {
  readonly id: number
  readonly uid: string
  readonly organization_id: number
  readonly seq: number
  readonly orderBase: number
}

export const newBoardState = (
  workspace: BoardClock,
  objects: readonly StoredObject[],
  comments: readonly CommentRow[],
  deleted: readonly DeletedObject[] = [],
  {
    stack = null,
    endCounts = new Map(),
    routedLater = [],
  }: {
    readonly stack?: readonly StackEntry[] | null
    readonly endCounts?: ReadonlyMap<string, number>
    readonly routedLater?: readonly string[]
  } = {},
): BoardState => ({
  ...workspace,
  stack: stack && new BoardStack(stack),
  linking: addLinks(new Map(), objects),
  endCounts: new Map(endCounts),
  routedLater,
  moved: new Set(),
  rerouted: new Set(),
  objects: new Map(objects.map(object => [object.record.id, object])),
  comments: new Map(comments.map(comment => [comment.id, comment])),
  deleted: new Map(deleted.map(one => [one.object.record.id, one])),
  before: new Map<string, StoredObject | CommentRow>([
    ...objects.map(object => [object.record.id, object] as const),
    ...comments.map(comment => [comment.id, comment] as const),
  ]),
  events: [],
  jobs: [],
  mentions: [],
})

/** Adds the links of the objects, so that these are found by what they are attached to. */
export function addLinks(linking: Map<string, Set<string>>, objects: readonly StoredObject[]) {
  for (const object of objects)
    for (const { target_id, object_id } of linksOf(object)) {
      const known = linking.get(target_id)
      if (known) known.add(object_id)
      else linking.set(target_id, new Set([object_id]))
    }
  return linking
}
