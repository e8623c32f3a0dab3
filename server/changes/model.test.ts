// Runs random sequences of board operations on the server and on an in-memory model: every response, every error and
// the final state must be equal. FUZZ_SEED repeats a run, FUZZ_RUNS sets the number of runs.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Change, TesseraError } from '@tessera/client'
import { type KindName, kinds } from '@tessera/contract'
import fc from 'fast-check'
import { type AnyRecord, methodsOf } from '../testing/any-kind.ts'
import { type ArrangementResult, BoardModel, type Fields, type ModelChange, Refusal } from '../testing/board-model.ts'
import { type Step, steps } from '../testing/board-steps.ts'
import { assertEventChains, assertHistory, withPaths } from '../testing/event-chains.ts'
import { joinWorkspace } from '../testing/people.ts'
import { testEngine } from '../testing/test-database.ts'
import { type Person, type World, world, worldOnWriteThread } from '../testing/world.ts'

const seed = process.env.FUZZ_SEED === undefined ? {} : { seed: Number(process.env.FUZZ_SEED) }
const runs = Number(process.env.FUZZ_RUNS ?? 25)

let made: World

/** Bob joins without a mail, because the mails to one address are limited. */
const newBoard = async () => {
  const { workspace } = await made.ann.workspaces.create(made.organization, { name: 'Model' })
  const { id, uid } = workspace.properties
  await joinWorkspace(made.dependencies, id, [{ user_id: made.bob.id, workspace_role_id: 3 }])
  return uid
}

/** Changes run on the main thread under light load and on the write thread under heavy load. */
const worlds = {
  'on the main thread': world,
  ...(testEngine === 'sqlite' ? { 'on the write thread': worldOnWriteThread } : {}),
}

for (const [name, open] of Object.entries(worlds)) {
  describe(name, () => {
    before(async () => {
      made = await open()
    })
    testAgainstModel()
  })
}

function testAgainstModel(): void {
  test('[OBJ-2] [OBJ-3] [OBJ-6] [OBJ-7] [OBJ-9] [OBJ-20] [OBJ-21] [OBJ-25] [KND-12] [KND-13] [CHG-4] [CHG-6] [CHG-7] [CHG-10] [EVT-1] [EVT-2] [STO-12] the server does what the model does', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async sequence => {
        const run = new Run(await newBoard())
        for (const step of sequence) await run.take(step)
        await run.compare()
        await assertEventChains(made.dependencies.db, run.board)
        await assertHistory(made.bob, run.board, 3)
      }),
      { numRuns: runs, ...seed },
    )
  })

  test('[CHG-4] [CHG-12] [EVT-1] [STO-12] after concurrent operations, replaying the log gives the board', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async sequence => {
        const board = await newBoard()
        const run = new Run(board)
        const first = sequence.filter(step => step.operation === 'create')
        for (const step of first) await run.take(step)
        await Promise.allSettled(sequence.map(step => run.runOnServer(step)))
        const events = await Array.fromAsync(made.ann.events.list.all(board))
        assert.deepEqual(
          events.map(event => event.seq),
          events.map((_, index) => index + 1),
        )
        const objects = new Map<string, { kind: string; id: string }>()
        const versions = new Map<string, number>()
        for (const event of events as unknown as Record<string, AnyRecord>[]) {
          const [kind, change] = String(event.type).split('_') as [string, string]
          const record = event[kind.toLowerCase()] as AnyRecord
          if (kind === 'COMMENT') continue
          if (change !== 'DELETE') assert.equal(record.version, (versions.get(record.id) ?? 0) + 1)
          versions.set(record.id, record.version)
          if (change === 'DELETE') objects.delete(record.id)
          else objects.set(record.id, { kind: kind.toLowerCase(), ...record })
        }
        assert.deepEqual((await made.ann.objects.list(board)).objects, withPaths(objects).sort(byId))
        await assertEventChains(made.dependencies.db, board)
        await assertHistory(made.bob, board, 2)
      }),
      { numRuns: Math.ceil(runs / 2), ...seed },
    )
  })
}

const unknownId = 'f'.repeat(24)

const byId = (one: unknown, other: unknown) => ((one as AnyRecord).id < (other as AnyRecord).id ? -1 : 1)

/** The server and the model side by side. */
class Run {
  readonly board: string
  readonly model = new BoardModel()
  readonly objectIds: { kind: KindName; id: string }[] = []
  readonly commentIds: string[] = []

  constructor(board: string) {
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
    const person: Person = step.who === 0 ? made.ann : made.bob
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
      case 'comment': {
        const { kind, id } = this.#objectAt(step.at)
        const parent = step.parent === undefined ? null : this.#commentAt(step.parent)
        const body = { text: step.text, parent: parent as string }
        return (await person.comments.create(board, kinds[kind].path, id, body)).comment
      }
      case 'draw': {
        const { kind, id } = this.#objectAt(step.at)
        return (await person.strokes.createOn(board, kinds[kind].path, id, step.data as never)).stroke
      }
      case 'change':
        return (await person.objects.change(board, { changes: this.#listOf(step) as Change[] })).results
    }
  }

  /** Strokes have no update operation, and no field of a stroke can be changed in a list of changes. */
  async #changeStroke(person: Person, id: string) {
    const { results } = await person.objects.change(this.board, { changes: [{ op: 'update', id, data: {} }] })
    return (results[0] as { stroke: AnyRecord }).stroke
  }

  #runOnModel(step: Step, reply: unknown): { status: number; record?: unknown } {
    const actor = step.who === 0 ? made.ann.id : made.bob.id
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
    const { kind, id } = this.#objectAt(step.at)
    if (step.operation === 'draw') return this.#remember('stroke', model.create(actor, 'stroke', step.data, newId, id))
    if (step.operation === 'update' && kind === 'stroke') return this.#updateStrokeInModel(id)
    if (step.operation === 'update') return model.update(actor, id, this.#withEnds(step.data), step.version)
    if (step.operation === 'delete') return model.delete(actor, id, step.version)
    const parent = step.parent === undefined ? null : this.#commentAt(step.parent)
    const comment = model.comment(actor, id, step.text, parent, newId)
    this.commentIds.push(newId)
    return comment
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
    return this.commentIds[number % (this.commentIds.length + 1)] ?? 'f'.repeat(24)
  }

  /** Compares all objects, events and comments. */
  async compare(): Promise<void> {
    const { board, model } = this
    const objects = (await made.ann.objects.list(board)).objects
    const expected = [...model.objects.values()].map(({ kind, record }) => ({
      kind,
      ...record,
      ...(kind === 'connector' ? model.pathOf(record) : {}),
    }))
    assert.deepEqual(plain(objects), plain(expected.sort(byId)))
    const events = (await Array.fromAsync(made.ann.events.list.all(board))) as unknown as Record<string, unknown>[]
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
    for (const { kind, record } of model.objects.values()) {
      if (kind === 'stroke') continue
      const { comments } = await made.bob.comments.list(board, kinds[kind].path, record.id)
      assert.deepEqual(plain(comments), plain([...model.comments.values()].filter(one => one.targetId === record.id)))
    }
  }
}

/** Drops times, which only the server knows, and reduces the author of a comment to the id. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, one) => {
      if (['created_at', 'updated_at', 'resolved_at', 'message'].includes(key)) return undefined
      return key === 'author' && typeof one === 'object' ? one.id : one
    }),
  )
