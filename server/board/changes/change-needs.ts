// What each change needs loaded before it can be applied. A new one is a line in the table.

import { kinds, referencedId, referencedIdsOf } from '@tessera/contract'
import type { ObjectChange } from './change-request.ts'
import { mentionsIn } from './mentions.ts'

type Ids = readonly string[]

export interface ChangeNeeds {
  /** The objects that it names. */
  readonly objects?: Ids
  /** Objects with everything that is on them. */
  readonly deleted?: Ids
  /** Deleted objects as they were, with the object that each was drawn on. */
  readonly restored?: Ids
  /** The objects whose connectors may have to follow. */
  readonly moved?: Ids
  /** The same, if their size follows from their content. */
  readonly refilled?: Ids
  /** The objects whose connectors get other ends: those that are deleted or restored. */
  readonly relinked?: Ids
  /** The objects that others are put above or below; they need the order of the whole board. */
  readonly neighbors?: Ids
  /** The objects that leave their groups. */
  readonly leaving?: Ids
  /** The groups that are dissolved. */
  readonly groups?: Ids
  readonly comments?: Ids
  /** Comments with their replies. */
  readonly threads?: Ids
  /** The addresses that its text mentions. */
  readonly mentions?: Ids
}

type Table = { readonly [Op in ObjectChange['op']]: (change: Extract<ObjectChange, { op: Op }>) => ChangeNeeds }

const table: Table = {
  create: ({ kind, on, data }) => ({ objects: on ? [on.id] : referencedIdsOf(kinds[kind], data) }),
  update({ id, data }) {
    const names = Object.keys(data)
    return {
      objects: [id, ...endsIn(data)],
      moved: names.some(name => shaping.has(name)) ? [id] : none,
      refilled: [id],
    }
  },
  delete: ({ id }) => ({ objects: [id], deleted: [id], relinked: [id], leaving: [id] }),
  restore: ({ id }) => ({ objects: [id], restored: [id], relinked: [id] }),
  order(change) {
    const neighbors = neighborsOf(change)
    return { objects: [...change.ids, ...neighbors], neighbors }
  },
  group: ({ ids }) => ({ objects: ids, leaving: ids }),
  ungroup: ({ group }) => ({ groups: [group] }),
  comment: ({ on, parent, text }) => ({
    objects: on ? [on.id] : none,
    comments: parent === null ? none : [parent],
    mentions: mentionsIn(text),
  }),
  'edit-comment': ({ id, text }) => ({ comments: [id], mentions: mentionsIn(text) }),
  'resolve-comment': ({ id }) => ({ comments: [id] }),
  'delete-comment': ({ id }) => ({ comments: [id], threads: [id] }),
  invalid: () => ({}),
}

export const needsOf = <Op extends ObjectChange['op']>(change: Extract<ObjectChange, { op: Op }>): ChangeNeeds =>
  (table[change.op] as (change: Extract<ObjectChange, { op: Op }>) => ChangeNeeds)(change)

const none: Ids = []

/** The fields that an object's place and outline depend on. */
const shaping = new Set(['x', 'y', 'width', 'height', 'scale', 'rotation', 'form'])

/** The objects that an update attaches a connector to. Its kind is not known yet. */
const endsIn = (data: Record<string, unknown>): Ids =>
  Object.values(data).flatMap(value => (typeof value === 'object' ? (referencedId(value) ?? []) : []))

/** For a step forward or backward, the first of those that move. */
function neighborsOf({ at, ids }: Extract<ObjectChange, { op: 'order' }>): Ids {
  if ('above' in at) return [at.above]
  if ('below' in at) return [at.below]
  return at.to === 'forward' || at.to === 'backward' ? ids.slice(0, 1) : none
}
