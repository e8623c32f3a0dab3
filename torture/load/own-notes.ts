// The notes of one writer. Nobody else changes them, so their expected content is known after every response. A note
// whose last change has an unknown outcome is not used again.

import type { Random } from '../../server/testing/seeded-random.ts'

export interface OwnNote {
  readonly board: string
  readonly id: string
  readonly version: number
}

/** Low enough for a board to stay small over a long run. */
const maxNotes = 40

export class OwnNotes {
  readonly #notes: OwnNote[] = []

  get isFull(): boolean {
    return this.#notes.length >= maxNotes
  }

  get count(): number {
    return this.#notes.length
  }

  add(note: OwnNote): void {
    this.#notes.push(note)
  }

  /** Takes a note out, if there is one: the writer puts it back once the outcome of a change is known. */
  take(random: Random, board?: string): OwnNote | null {
    const candidates = board === undefined ? this.#notes : this.#notes.filter(note => note.board === board)
    if (candidates.length === 0) return null
    const note = random.pick(candidates)
    this.#notes.splice(this.#notes.indexOf(note), 1)
    return note
  }
}
