// A writer over a live socket, with the queue and the retries of the client.

import { type ChangeResult, type ListedChange, type LiveWorkspace, openLive, TesseraError } from '@tessera/client'
import { type Random, seededRandom } from '../../server/testing/seeded-random.ts'
import { deletionMark } from '../marks.ts'
import type { RunState } from '../run-state.ts'
import { pause } from './attempt.ts'
import { OwnNotes } from './own-notes.ts'

const paceMs = 80
const maxPending = 8

export interface LiveWriter {
  readonly name: string
  readonly board: string
  readonly live: LiveWorkspace
  /** Resolves when the run is over and every change has its response. */
  readonly done: Promise<void>
}

/** Shorter than for people, who wait for a network rather than for a node. */
const timing = { firstRetryMs: 100, maxRetryMs: 1_000, pingAfterMs: 1_500, timeoutMs: 2_500 }

export function writeOverLive(run: RunState, name: string, board: string, seed: number): LiveWriter {
  const random = seededRandom(seed)
  const { token } = run.people[random.below(run.people.length)] as { token: string }
  const live = openLive({ url: run.url, workspaceId: board, token: () => token, timing })
  return { name, board, live, done: write(run, name, board, live, random) }
}

async function write(run: RunState, name: string, board: string, live: LiveWorkspace, random: Random): Promise<void> {
  const notes = new OwnNotes()
  const responses = new Set<Promise<void>>()
  for (let count = 1; !run.isOver; count += 1) {
    await pause(paceMs)
    if (live.state === 'closed') break
    if (live.pending >= maxPending) continue
    const response = change(run, live, board, notes, random, `${name}-${count}`)
    responses.add(response)
    response.finally(() => responses.delete(response))
  }
  if (live.state === 'closed')
    run.violations.add('live', `${name} was closed: ${JSON.stringify(live.closeReason ?? null)}`)
  await Promise.all(responses)
}

async function change(
  run: RunState,
  live: LiveWorkspace,
  board: string,
  notes: OwnNotes,
  random: Random,
  mark: string,
): Promise<void> {
  const note = notes.count > 3 ? notes.take(random) : null
  const isDeleted = note !== null && (notes.isFull || random.below(3) === 0)
  const listed: ListedChange = !note
    ? { op: 'create', kind: 'note', data: { text: mark } }
    : isDeleted
      ? { op: 'delete', id: note.id }
      : { op: 'update', id: note.id, data: { text: mark } }
  const marks = [note && isDeleted ? deletionMark(note.id) : mark]
  try {
    const [result] = await live.change([listed]).results
    run.acknowledged(board, marks)
    run.count('live change: done')
    const changed = noteIn(result)
    if (changed) notes.add({ board, id: changed.id, version: changed.version })
  } catch (error) {
    const status = error instanceof TesseraError ? error.code : String(error)
    run.violations.add('live', `${marks[0]} was refused: ${status}`)
    run.ledger.settle(board, marks, 'unknown')
  }
}

/** Undefined after a delete. */
const noteIn = (result: ChangeResult | undefined) =>
  (result as { note?: { id: string; version: number } } | undefined)?.note
