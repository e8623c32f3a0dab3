// Copies the write-ahead log of SQLite into the database, on a thread of its own. SQLite would do it in the commit that
// finds the log long. All other changes wait for that commit: 150 to 250 ms after a copy of 100,000 objects, whose
// snapshot keeps the log from being copied earlier.
//
// SQLite is asked how long the log is. Nothing else in this process may open its files: closing one of them would
// release all locks that the process has on it, and another process would treat the database as unused.

import { once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** Sizes in pages. */
export interface LogState {
  readonly log: number
  readonly checkpointed: number
}

export interface CheckpointOptions {
  readonly path: string
  readonly reading: DatabaseSync
  readonly writing: DatabaseSync
  /** Runs `fn` while no other code in this process writes. */
  readonly runAlone: (fn: () => Promise<void>) => Promise<void>
}

const program = new URL('./sqlite-checkpoints-main.ts', import.meta.url)
/** The delay from a commit to the next check of the log. */
const checkDelayMs = 100
/** A shorter log is left alone. This is the default of SQLite. */
const maxPages = 1_000
/** Under constant changes, each pass leaves what was committed during it. */
const maxPasses = 3
/** An idle thread is closed after this time. */
const idleTimeoutMs = 30_000

export class Checkpoints {
  readonly #options: CheckpointOptions
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #worker: Worker | undefined
  #reply: PromiseWithResolvers<LogState | null> | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #isOff = false

  constructor(options: CheckpointOptions) {
    this.#options = options
  }

  /** Called after a commit, and after the end of a snapshot. */
  schedule(): void {
    if (this.#isOff || this.#timer) return
    this.#timer = setTimeout(() => {
      this.#running = this.#run().finally(() => {
        this.#running = undefined
        this.#timer = undefined
      })
    }, checkDelayMs)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    this.#isOff = true
    clearTimeout(this.#timer)
    await this.#running
    await this.#closeWorker()
  }

  async #run(): Promise<void> {
    try {
      if (await this.#copyWhileOthersWrite()) await this.#options.runAlone(async () => void (await this.#checkpoint()))
    } catch (error) {
      if (!this.#isOff) this.#leaveToCommits(error as Error)
    }
  }

  /** Returns true if the rest can be copied at once; the next commit then reuses the log from its start. */
  async #copyWhileOthersWrite(): Promise<boolean> {
    let before = this.#logState()
    if (!before || remainder(before) <= maxPages) return false
    for (let pass = 0; pass < maxPasses && remainder(before) > maxPages; pass++) {
      const after = await this.#checkpoint()
      // A snapshot, here or in another process, needs the rest, or the disk is full.
      if (!after || after.checkpointed === before.checkpointed) return false
      before = after
    }
    return true
  }

  /** Returns null if the connection is in the middle of a read. */
  #logState(): LogState | null {
    try {
      return this.#options.reading.prepare('pragma wal_checkpoint(noop)').get() as unknown as LogState
    } catch {
      return null
    }
  }

  /** Returns null if it failed: nothing is lost, and it is tried again after the next commit. */
  async #checkpoint(): Promise<LogState | null> {
    this.#worker ??= this.#open()
    const worker = this.#worker
    clearTimeout(this.#idleTimer)
    const reply = Promise.withResolvers<LogState | null>()
    this.#reply = reply
    worker.ref()
    worker.postMessage('checkpoint')
    const state = await reply.promise
    worker.unref()
    this.#idleTimer = setTimeout(() => void this.#closeWorker(), idleTimeoutMs)
    this.#idleTimer.unref()
    return state
  }

  #open(): Worker {
    const worker = new Worker(program, { name: 'checkpoints', workerData: this.#options.path })
    worker.on('message', (state: LogState | null) => this.#reply?.resolve(state))
    const onEnd = (cause: unknown) => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#reply?.reject(cause instanceof Error ? cause : new Error('it ended by itself'))
    }
    worker.on('error', onEnd)
    worker.on('exit', onEnd)
    return worker
  }

  async #closeWorker(): Promise<void> {
    clearTimeout(this.#idleTimer)
    const worker = this.#worker
    if (!worker) return
    this.#worker = undefined
    worker.ref() // the process must not end before
    worker.postMessage('close')
    await once(worker, 'exit')
  }

  #leaveToCommits(cause: Error): void {
    this.#isOff = true
    this.#options.writing.exec(`pragma wal_autocheckpoint = ${maxPages}`)
    process.emitWarning(
      `The thread that copies the log of SQLite has failed: ${cause.message}. Commits copy it instead`,
    )
  }
}

const remainder = ({ log, checkpointed }: LogState) => log - checkpointed
