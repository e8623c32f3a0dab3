// The state of the model of a workspace: plain maps and lists, and how a change gets into the log. The rules are in the
// files named model-….ts and in board-model.ts.

import type { KindName } from '@tessera/contract'
import { connectorGeometry } from '@tessera/drawing/connector-geometry'

export type Fields = Readonly<Record<string, unknown>>
export type ModelRecord = { id: string; version: number } & Record<string, unknown>

export interface ModelObject {
  kind: KindName
  record: ModelRecord
  /** The ends of a connector whose objects are deleted, as they were. */
  detached?: Readonly<Partial<Record<EndField, unknown>>>
}

export type EndField = 'from' | 'to'
export const endFields = ['from', 'to'] as const

export interface ModelComment {
  id: string
  text: string
  parent: string | null
  targetId: string | null
  targetType: string
  x?: number
  y?: number
  author: number
  resolved: boolean
  resolved_by: number | null
}

interface ModelEvent {
  type: string
  actor: number
  thing: ModelRecord | ModelComment
}

interface ModelDeleted {
  readonly object: ModelObject
  readonly strokes: readonly ModelObject[]
  readonly comments: readonly ModelComment[]
}

/** A rejected operation, with the expected HTTP status. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

export class ModelState {
  objects = new Map<string, ModelObject>()
  comments = new Map<string, ModelComment>()
  deleted = new Map<string, ModelDeleted>()
  events: ModelEvent[] = []

  get(id: string): ModelObject {
    const object = this.objects.get(id)
    if (!object) throw new Refusal(404)
    return object
  }

  getComment(id: string): ModelComment {
    const comment = this.comments.get(id)
    if (!comment) throw new Refusal(404)
    return comment
  }

  commentsWhere(isWanted: (comment: ModelComment) => boolean): ModelComment[] {
    return [...this.comments.values()].filter(isWanted).sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  record(type: string, actor: number, thing: ModelRecord | ModelComment): void {
    this.events.push({ type, actor, thing })
  }

  /** Sets the next version of an object. */
  putNext(actor: number, { kind, record: given, detached = {} }: ModelObject): ModelRecord {
    const record = { ...given, version: given.version + 1 }
    if (kind === 'connector') Object.assign(record, this.pathOf(record))
    this.objects.set(record.id, { kind, record, detached })
    this.record(`${kind.toUpperCase()}_UPDATE`, actor, record)
    return record
  }

  /** The path of a connector follows from the objects at its ends. */
  pathOf(record: ModelRecord) {
    return connectorGeometry(record as never, id => {
      const target = this.objects.get(id)
      return target ? ({ kind: target.kind, ...target.record } as never) : null
    })
  }
}

export const byId = (a: ModelObject, b: ModelObject) => (a.record.id < b.record.id ? -1 : 1)
