// The state that the parts of a run share: what is known so far, and whether the run continues.

import type { Client } from '@tessera/client'
import { connect } from '@tessera/client'
import type { Token } from '../server/testing/server-process.ts'
import type { Engine } from './fault-plan.ts'
import { Ledger } from './ledger.ts'
import type { PauseClock } from './pause-clock.ts'
import { Violations } from './violations.ts'

export class RunState {
  readonly engine: Engine
  /** The URL that clients connect to. */
  readonly url: string
  readonly people: readonly Token[]
  readonly boards: readonly string[]
  readonly ledger = new Ledger()
  readonly violations = new Violations()
  readonly clock: PauseClock
  readonly requests = new Map<string, number>()
  /** Ids of images with their bytes, on boards[0]. */
  readonly images = new Map<string, Buffer>()
  /** Ids of exports, of boards[0]. */
  readonly exports = new Set<string>()
  /** The last acknowledged publishing state of boards[0]; null if its outcome is unknown. */
  publishState: 'published' | 'unpublished' | null = 'unpublished'
  #isOver = false
  #pictures = 0
  #exports = 0

  constructor(settings: Pick<RunState, 'engine' | 'url' | 'people' | 'boards' | 'clock'>) {
    this.engine = settings.engine
    this.url = settings.url
    this.people = settings.people
    this.boards = settings.boards
    this.clock = settings.clock
  }

  /** True once clients must not begin anything new. */
  get isOver(): boolean {
    return this.#isOver
  }

  finish(): void {
    this.#isOver = true
  }

  /**
   * Creates a client of one of the people, through the proxy. It does not retry: the clients of a run do that
   * themselves.
   */
  client({ person = 0, timeoutMs = 4_000 } = {}): Client {
    const { token } = this.people[person % this.people.length] as Token
    return connect({ url: this.url, token, retries: 0, timeoutMs })
  }

  /** For checks at the end: the timeout suits a busy machine. */
  patientClient(): Client {
    const { token } = this.people[0] as Token
    return connect({ url: this.url, token, timeoutMs: 60_000 })
  }

  acknowledged(board: string, marks: readonly string[]): void {
    this.ledger.settle(board, marks, 'acknowledged')
    this.clock.acknowledged(board)
  }

  nextExport(): number {
    return ++this.#exports
  }

  /** The position of the next picture, by which it is found in the log. */
  nextPictureX(): number {
    return ++this.#pictures
  }

  count(what: string): void {
    this.requests.set(what, (this.requests.get(what) ?? 0) + 1)
  }
}
