// The main thread's side of the worker that runs batches of changes on the embedded database under high load. While the
// worker writes on another core, the main thread goes on reading requests and sending responses.

import { Worker } from 'node:worker_threads'
import type { Marks } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/unavailable.ts'
import type { ChangeRequest } from './change-request.ts'
import { deserializeOutcome, type OutcomeMessage } from './outcome-message.ts'
import type { Outcome } from './run-batch.ts'

export interface ThreadSettings {
  readonly dataDir: string
  readonly publicUrl: string
  readonly fileKey: Uint8Array
}

/** Requests as JSON, which is cheaper for both threads than a structured clone. */
export interface RequestsMessage {
  readonly id: number
  readonly requests: string
}

export type MessageToThread = 'close' | RequestsMessage
export type MessageFromThread = 'ready' | CommittedMessage

/** The result of one transaction, which may have run several messages. */
interface CommittedMessage {
  readonly ids: readonly number[]
  /** One for each request, message after message. */
  readonly outcomes: readonly OutcomeMessage[]
  readonly marks: Marks
  readonly changes: number
}

interface BatchResult {
  readonly result: readonly Outcome[]
  readonly marks: Marks
}

interface Pending extends Omit<PromiseWithResolvers<BatchResult>, 'promise'> {
  readonly count: number
}

const program = new URL('./write-thread-main.ts', import.meta.url)
/** An idle worker is closed after this time: it takes memory, and half a second to start again. */
const idleTimeoutMs = 30_000
/** A worker that failed to start is not started again before this time has passed. */
const restartDelayMs = 60_000

export class WriteThread {
  readonly #settings: ThreadSettings
  readonly #onCommit: (changes: number) => void
  #worker: Worker | undefined
  #isReady = false
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  #idleTimer: NodeJS.Timeout | undefined
  #startNotBefore = 0

  constructor(settings: ThreadSettings, onCommit: (changes: number) => void = () => {}) {
    this.#settings = settings
    this.#onCommit = onCommit
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Returns immediately; the worker is ready later. */
  start(): void {
    if (performance.now() >= this.#startNotBefore) this.#worker ??= this.#open()
  }

  /**
   * Resolves once all requests are durable. Rejects if the worker ends first, and then the outcome is unknown. Null if
   * there is no worker that is ready.
   */
  run(requests: readonly ChangeRequest[]): Promise<BatchResult> | null {
    const worker = this.#worker
    if (!worker || !this.#isReady) return null
    const { promise, ...settle } = Promise.withResolvers<BatchResult>()
    const id = ++this.#lastId
    this.#pending.set(id, { count: requests.length, ...settle })
    this.#restartIdleTimer()
    worker.ref()
    worker.postMessage({ id, requests: JSON.stringify(requests) } satisfies RequestsMessage)
    return promise.finally(() => {
      this.#pending.delete(id)
      if (this.#pending.size === 0) worker.unref()
    })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    this.#isReady = false
    clearTimeout(this.#idleTimer)
    const ended = new Promise(resolve => worker.once('exit', resolve))
    worker.ref()
    worker.postMessage('close')
    await ended
  }

  #open(): Worker {
    const worker = new Worker(program, { workerData: this.#settings })
    worker.unref()
    worker.on('message', (message: MessageFromThread) => {
      if (message === 'ready') {
        this.#isReady = true
        this.#restartIdleTimer()
      } else this.#onCommitted(message)
    })
    // An open transaction is rolled back with the worker. Later requests run on the main thread, or on a new worker.
    const onEnd = (cause: unknown) => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      if (cause instanceof Error && !this.#isReady) this.#delayRestart(cause)
      this.#isReady = false
      const ended = new DatabaseUnavailable('the write thread has ended', { cause })
      for (const { reject } of this.#pending.values()) reject(ended)
    }
    worker.on('error', onEnd)
    worker.on('exit', onEnd)
    return worker
  }

  #onCommitted({ ids, outcomes, marks, changes }: CommittedMessage): void {
    this.#onCommit(changes)
    let [from, undelivered] = [0, marks]
    for (const id of ids) {
      const pending = this.#pending.get(id)
      // The worker's end may arrive before its last message: these callers have been rejected already.
      if (!pending) return
      const { count, resolve } = pending
      resolve({ result: outcomes.slice(from, from + count).map(deserializeOutcome), marks: undelivered })
      from += count
      undelivered = []
    }
  }

  #delayRestart(cause: Error): void {
    this.#startNotBefore = performance.now() + restartDelayMs
    process.emitWarning(
      `The write thread failed to start: ${cause.message}. Changes run on the main thread; the next start is in ${restartDelayMs / 1_000} s at the earliest`,
    )
  }

  #restartIdleTimer(): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => void this.close(), idleTimeoutMs)
    this.#idleTimer.unref()
  }
}
