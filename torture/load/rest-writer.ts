// A writer over HTTP: one request after the other, on random boards, each retried with its Idempotency-Key.

import type { Client, ListedChange } from '@tessera/client'
import { type Random, seededRandom } from '../../server/testing/seeded-random.ts'
import { deletionMark } from '../marks.ts'
import type { RunState } from '../run-state.ts'
import { attempt, attemptUntilKnown, pause } from './attempt.ts'
import { type OwnNote, OwnNotes } from './own-notes.ts'

const paceMs = 25

export async function writeOverRest(run: RunState, name: string, seed: number): Promise<void> {
  const writer = new RestWriter(run, name, seededRandom(seed))
  while (!run.isOver) {
    await writer.step()
    await pause(paceMs)
  }
}

class RestWriter {
  readonly #run: RunState
  readonly #name: string
  readonly #random: Random
  readonly #notes = new OwnNotes()
  readonly #client: Client
  #marks = 0

  constructor(run: RunState, name: string, random: Random) {
    this.#run = run
    this.#name = name
    this.#random = random
    this.#client = run.client({ person: random.below(2) })
  }

  async step(): Promise<void> {
    const choice = this.#random.below(20)
    if (this.#notes.count < 3 || (choice < 8 && !this.#notes.isFull)) await this.#create()
    else if (choice < 13) await this.#update()
    else if (choice < 16) await this.#delete()
    else if (choice < 18) await this.#changeMany()
    else await this.#sendInvalidList()
  }

  #mark(): string {
    return `${this.#name}-${++this.#marks}`
  }

  async #create(): Promise<void> {
    const board = this.#random.pick(this.#run.boards)
    const mark = this.#mark()
    const create = () => this.#client.notes.create(board, { text: mark }, { idempotencyKey: mark })
    // Some are not sent twice, so that an unknown outcome stays unknown.
    const send = this.#random.below(4) === 0 ? attempt : attemptUntilKnown
    const { outcome, value } = await send(this.#run, 'create', create)
    this.#settle(board, [mark], outcome)
    if (!value) return
    this.#notes.add({ board, id: value.note.id, version: value.note.version })
    if (this.#random.below(4) === 0) await this.#readBack(board, value.note.id, mark)
  }

  /**
   * With the version that the note has: an attempt that arrives after another one was acknowledged changes nothing. Without
   * it, an update is sent only once.
   */
  async #update(): Promise<void> {
    const note = this.#notes.take(this.#random)
    if (!note) return
    const mark = this.#mark()
    const { board, id } = note
    const isRepeated = this.#random.below(4) > 0
    const update = () =>
      this.#client.notes.update(board, id, { text: mark }, isRepeated ? { ifMatch: note.version } : {})
    const { outcome } = isRepeated
      ? await attemptUntilKnown(this.#run, 'update', update, { allowedLater: [412] })
      : await attempt(this.#run, 'update', update)
    // The version differs: an earlier attempt was applied.
    this.#settle(board, [mark], outcome === 'refused' ? 'unknown' : outcome)
    if (outcome !== 'acknowledged') return
    this.#notes.add({ ...note, version: note.version + 1 })
    if (this.#random.below(4) === 0) await this.#readBack(board, id, mark)
  }

  async #delete(): Promise<void> {
    const note = this.#notes.take(this.#random)
    if (!note) return
    const { board, id } = note
    const remove = () => this.#client.notes.delete(board, id)
    const { outcome } = await attemptUntilKnown(this.#run, 'delete', remove, { allowedLater: [404] })
    this.#settle(board, [deletionMark(id)], outcome === 'refused' ? 'unknown' : outcome)
  }

  /** Creates two notes, updates one and deletes one, all or nothing. */
  async #changeMany(): Promise<void> {
    const kept = this.#notes.take(this.#random)
    if (!kept) return
    const { board } = kept
    const removed = this.#notes.take(this.#random, board)
    const texts = [this.#mark(), this.#mark(), this.#mark()] as const
    const changes: ListedChange[] = [
      { op: 'create', kind: 'note', data: { text: texts[0] } },
      { op: 'create', kind: 'note', data: { text: texts[1] } },
      { op: 'update', id: kept.id, data: { text: texts[2] } },
      ...(removed ? [{ op: 'delete' as const, id: removed.id }] : []),
    ]
    const { outcome, value } = await attemptUntilKnown(this.#run, 'list of changes', () =>
      this.#client.objects.change(board, { changes }, { idempotencyKey: texts[0] }),
    )
    this.#settle(board, [...texts, ...(removed ? [deletionMark(removed.id)] : [])], outcome)
    if (!value) return
    for (const { note } of value.results as { note?: { id: string; version: number } }[])
      if (note) this.#notes.add({ board, id: note.id, version: note.version })
  }

  /** Sends a list whose last change is invalid: nothing of it may take effect. */
  async #sendInvalidList(): Promise<void> {
    const board = this.#random.pick(this.#run.boards)
    const mark = this.#mark()
    const changes: ListedChange[] = [
      { op: 'create', kind: 'note', data: { text: mark } },
      { op: 'update', id: 'there-is-none', data: { text: mark } },
    ]
    const { outcome } = await attempt(
      this.#run,
      'invalid list',
      () => this.#client.objects.change(board, { changes }),
      [400, 404],
    )
    if (outcome === 'acknowledged') this.#run.violations.add('responses', `${mark}: an invalid list was accepted`)
    this.#settle(board, [mark], outcome === 'unknown' ? 'unknown' : 'refused')
  }

  #settle(board: string, marks: readonly string[], outcome: 'acknowledged' | 'unknown' | 'refused'): void {
    if (outcome === 'acknowledged') this.#run.acknowledged(board, marks)
    else this.#run.ledger.settle(board, marks, outcome)
  }

  /** Every node must show what another has acknowledged. */
  async #readBack(board: string, id: OwnNote['id'], text: string): Promise<void> {
    const { value, status } = await attempt(this.#run, 'read', () => this.#client.notes.get(board, id), [404])
    if (status === 404 || (value && value.note.text !== text))
      this.#run.violations.add('reads', `${text} was acknowledged, then read as ${value?.note.text ?? 'not found'}`)
  }
}
