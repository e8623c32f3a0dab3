// Runs the steps of a random sequence on the server and on the model, and compares their results.

import assert from 'node:assert/strict'
import { type Change, TesseraError } from '@tessera/client'
import { type KindName, kinds } from '@tessera/contract'
import { type AnyRecord, methodsOf } from './any-kind.ts'
import { BoardModel, type ModelChange } from './board-model.ts'
import type { Step } from './board-steps.ts'
import type { ArrangementResult } from './model-arrangements.ts'
import { addComment, deleteComment, editComment, type NewComment, resolveComment } from './model-comments.ts'
import { type Fields, Refusal } from './model-state.ts'
import type { Person, World } from './world.ts'

const unknownId = 'f'.repeat(24)

type NewCommentStep = Extract<Step, { operation: 'comment' | 'comment-at-point' | 'reply-at-point' }>
type CommentStep = NewCommentStep | Extract<Step, { operation: 'edit-comment' | 'resolve-comment' | 'delete-comment' }>

const isCommentStep = (step: Step): step is CommentStep => step.operation.includes('comment') || 'parent' in step

const byId = (one: unknown, other: unknown) => ((one as AnyRecord).id < (other as AnyRecord).id ? -1 : 1)

/** The server and the model side by side. */
export class ModelRun {
  readonly board: string
  readonly #world: World
  readonly model = new BoardModel()
  readonly objectIds: { kind: KindName; id: string }[] = []
  readonly commentIds: string[] = []

  constructor(world: World, board: string) {
    this.#world = world
    this.board = board
  }

  /** Runs the step on the server, then on the model, and compares both results. */
  async take(step: Step): Promise<void> {
    const actual = await this.runOnServer(step).then(
      reply => ({ reply, status: 0 }),
      error => {
        if (!(error instanceof TesseraError)) throw error
        return { reply: undefined, status: error.status }
      },
    )
    const expected = this.#runOnModel(step, actual.reply)
    assert.equal(actual.status, expected.status, JSON.stringify(step))
    if (expected.record) assert.deepEqual(plain(actual.reply), plain(expected.record), JSON.stringify(step))
  }

  /** Returns what the server returns: the record, the comment, or the list of results. */
  async runOnServer(step: Step): Promise<unknown> {
    const { board } = this
    const person: Person = step.who === 0 ? this.#world.ann : this.#world.bob
    switch (step.operation) {
      case 'create':
        return (await methodsOf(person, step.kind).create(board, this.#withEnds(step.data)))[step.kind]
      case 'update': {
        const { kind, id } = this.#objectAt(step.at)
        if (kind === 'stroke') return await this.#changeStroke(person, id)
        const options = step.version === undefined ? {} : { ifMatch: step.version }
        return (await methodsOf(person, kind).update(board, id, this.#withEnds(step.data), options))[kind]
      }
      case 'delete': {
        const { kind, id } = this.#objectAt(step.at)
        return await methodsOf(person, kind).delete(
          board,
          id,
          step.version === undefined ? {} : { ifMatch: step.version },
        )
      }
      case 'draw': {
        const { kind, id } = this.#objectAt(step.at)
        return (await person.strokes.createOn(board, kinds[kind].path, id, step.data as never)).stroke
      }
      case 'change':
        return (await person.objects.change(board, { changes: this.#listOf(step) as Change[] })).results
      default:
        return await this.#commentOnServer(person, step)
    }
  }

  async #commentOnServer(person: Person, step: CommentStep): Promise<unknown> {
    const { board } = this
    switch (step.operation) {
      case 'comment': {
        const { kind, id } = this.#objectAt(step.at)
        const parent = step.parent === undefined ? null : this.#commentAt(step.parent)
        const body = { text: step.text, parent: parent as string }
        return (await person.comments.create(board, kinds[kind].path, id, body)).comment
      }
      case 'comment-at-point': {
        const { text, x, y } = step
        return (await person.comments.createInWorkspace(board, { text, x, y })).comment
      }
      case 'reply-at-point': {
        const body = { text: step.text, parent: this.#commentAt(step.parent) }
        return (await person.comments.createInWorkspace(board, body)).comment
      }
      case 'edit-comment':
        return (await person.comments.update(board, this.#commentAt(step.comment), { text: step.text })).comment
      case 'resolve-comment':
        return (await person.comments.resolve(board, this.#commentAt(step.comment), { resolved: step.resolved }))
          .comment
      case 'delete-comment':
        return await person.comments.delete(board, this.#commentAt(step.comment))
    }
  }

  /** Strokes have no update operation, and no field of a stroke can be changed in a list of changes. */
  async #changeStroke(person: Person, id: string) {
    const { results } = await person.objects.change(this.board, { changes: [{ op: 'update', id, data: {} }] })
    return (results[0] as { stroke: AnyRecord }).stroke
  }

  #runOnModel(step: Step, reply: unknown): { status: number; record?: unknown } {
    const actor = step.who === 0 ? this.#world.ann.id : this.#world.bob.id
    const newId = (reply as { id?: string } | undefined)?.id ?? ''
    try {
      return { status: 0, record: this.#imagineOne(step, actor, newId, reply) }
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status }
      throw error
    }
  }

  #imagineOne(step: Step, actor: number, newId: string, reply: unknown): unknown {
    const { model } = this
    if (step.operation === 'create')
      return this.#remember(step.kind, model.create(actor, step.kind, this.#withEnds(step.data), newId))
    if (step.operation === 'change') return this.#imagineList(actor, step, reply)
    if (isCommentStep(step)) return this.#imagineComment(step, actor, newId)
    const { kind, id } = this.#objectAt(step.at)
    if (step.operation === 'draw') return this.#remember('stroke', model.create(actor, 'stroke', step.data, newId, id))
    if (step.operation === 'update' && kind === 'stroke') return this.#updateStrokeInModel(id)
    if (step.operation === 'update') return model.update(actor, id, this.#withEnds(step.data), step.version)
    return model.delete(actor, id, step.version)
  }

  #imagineComment(step: CommentStep, actor: number, newId: string): unknown {
    const { model } = this
    const isOwner = step.who === 0
    switch (step.operation) {
      case 'edit-comment':
        return editComment(model, actor, this.#commentAt(step.comment), step.text)
      case 'resolve-comment':
        return resolveComment(model, actor, this.#commentAt(step.comment), step.resolved)
      case 'delete-comment':
        return deleteComment(model, actor, this.#commentAt(step.comment), isOwner)
      default: {
        const comment = addComment(model, actor, { text: step.text, newId, ...this.#placeOf(step) })
        this.commentIds.push(newId)
        return comment
      }
    }
  }

  #placeOf(step: NewCommentStep): Pick<NewComment, 'place' | 'parent'> {
    if (step.operation === 'comment-at-point') return { place: { x: step.x, y: step.y }, parent: null }
    if (step.operation === 'reply-at-point') return { place: null, parent: this.#commentAt(step.parent) }
    const parent = step.parent === undefined ? null : this.#commentAt(step.parent)
    return { place: { on: this.#objectAt(step.at).id }, parent }
  }

  #updateStrokeInModel(id: string) {
    const stroke = this.model.objects.get(id)
    if (!stroke) throw new Refusal(400)
    return stroke.record
  }

  #imagineList(actor: number, step: Extract<Step, { operation: 'change' }>, reply: unknown) {
    const results = (reply ?? []) as Record<string, { id: string }>[]
    const changes = this.#listOf(step)
    const newIds = changes.map((change, index) =>
      change.op === 'create' ? results[index]?.[change.kind]?.id : undefined,
    )
    this.model.change(actor, changes, newIds, results as unknown as ArrangementResult[])
    for (const [index, change] of changes.entries())
      if (change.op === 'create') this.objectIds.push({ kind: change.kind, id: newIds[index] as string })
    return undefined
  }

  #listOf({ changes }: Extract<Step, { operation: 'change' }>): ModelChange[] {
    const idAt = (at: number) => this.#objectAt(at).id
    return changes.map((change): ModelChange => {
      if (change.op === 'create') return { ...change, data: this.#withEnds(change.data) }
      if (change.op === 'ungroup')
        return { op: 'ungroup', group: String(this.model.objects.get(idAt(change.at))?.record.group ?? unknownId) }
      if (change.op === 'group') return { op: 'group', ids: [...new Set(change.ats.map(idAt))] }
      if (change.op === 'update') return { op: 'update', id: idAt(change.at), data: this.#withEnds(change.data) }
      if (change.op !== 'order') return { op: change.op, id: idAt(change.at) }
      const { op, ats, ...place } = change
      const besides = Object.entries(place).map(([name, value]) => [
        name,
        name === 'to' ? value : idAt(value as number),
      ])
      return { op, ids: [...new Set(ats.map(idAt))], ...Object.fromEntries(besides) }
    })
  }

  /** Ends that are given by the index of an object, with its id. */
  #withEnds(data: Fields): Fields {
    const ends = ['from', 'to'].flatMap(field => {
      const { at, anchor } = (data[field] ?? {}) as { at?: number; anchor?: unknown }
      return at === undefined ? [] : [[field, { id: this.#objectAt(at).id, anchor }]]
    })
    return { ...data, ...Object.fromEntries(ends) }
  }

  #remember<R extends { id: string }>(kind: KindName, record: R): R {
    this.objectIds.push({ kind, id: record.id })
    return record
  }

  /** An unknown id if there is no object yet. */
  #objectAt(number: number) {
    return this.objectIds[number % (this.objectIds.length + 1)] ?? { kind: 'note' as const, id: unknownId }
  }

  #commentAt(number: number): string {
    return this.commentIds[number % (this.commentIds.length + 1)] ?? unknownId
  }

  /** Compares all objects, events and comments. */
  async compare(): Promise<void> {
    const { board, model } = this
    const objects = (await this.#world.ann.objects.list(board)).objects
    const expected = [...model.objects.values()].map(({ kind, record }) => ({
      kind,
      ...record,
      ...(kind === 'connector' ? model.pathOf(record) : {}),
    }))
    assert.deepEqual(plain(objects), plain(expected.sort(byId)))
    const events = (await Array.fromAsync(this.#world.ann.events.list.all(board))) as unknown as Record<
      string,
      unknown
    >[]
    const listed = events.map(event => ({
      type: event.type,
      actor: (event.actor as { id: number }).id,
      thing: event[String(event.type).split('_')[0]?.toLowerCase() as string],
    }))
    assert.deepEqual(plain(listed), plain(model.events))
    assert.deepEqual(
      events.map(event => event.seq),
      events.map((_, index) => index + 1),
    )
    await this.#compareComments()
  }

  async #compareComments(): Promise<void> {
    const { board, model } = this
    const { bob } = this.#world
    const all = await Array.fromAsync(bob.comments.listInWorkspace.all(board))
    assert.deepEqual(plain(all), plain(model.commentsWhere(() => true)))
    for (const { kind, record } of model.objects.values()) {
      if (kind === 'stroke') continue
      const { comments } = await bob.comments.list(board, kinds[kind].path, record.id)
      assert.deepEqual(plain(comments), plain(model.commentsWhere(one => one.targetId === record.id)))
    }
  }
}

/** Drops times, which only the server knows, and reduces the people in a comment to their ids. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, one) => {
      if (['created_at', 'updated_at', 'resolved_at', 'message'].includes(key)) return undefined
      return ['author', 'resolved_by'].includes(key) && typeof one === 'object' ? (one?.id ?? null) : one
    }),
  )
