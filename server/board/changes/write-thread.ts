// The main thread's side of the worker that runs batches of changes on the embedded database under high load. While the
// worker writes on another core, the main thread continues to read requests and send responses.

import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../platform/db/index.ts'
import type { Marks } from '../../platform/sql/index.ts'
import type { SkippedMail } from './admit-mentions.ts'
import type { BatchLimits } from './apply-requests.ts'
import type { Outcome } from './batch-outcome.ts'
import type { ChangeRequest } from './change-request.ts'
import { deserializeOutcome, type OutcomeMessage } from './outcome-message.ts'

export interface ThreadSettings {
  readonly dataDir: string
  readonly publicUrl: string
  readonly fileKey: Uint8Array
  readonly limits: BatchLimits
}

export type MessageFromThread = 'ready' | BatchMessage

interface BatchMessage {
  readonly outcomes: readonly OutcomeMessage[]
  readonly marks: Marks
  readonly skippedMails: readonly SkippedMail[]
}

interface BatchResult {
  readonly result: readonly Outcome[]
  readonly marks: Marks
}

const program = new URL('./write-thread-main.ts', import.meta.url)
/** An idle worker is closed after this time: it takes memory, and half a second to start again. */
const idleTimeoutMs = 30_000
/** A worker that failed to start is not started again before this time has passed. */
const restartDelayMs = 60_000

export class WriteThread {
  readonly #settings: ThreadSettings
  readonly #onMailsSkipped: (mails: readonly SkippedMail[]) => void
  #worker: Worker | undefined
  #isReady = false
  #running: PromiseWithResolvers<BatchResult> | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #startNotBefore = 0

  constructor(settings: ThreadSettings, onMailsSkipped: (mails: readonly SkippedMail[]) => void = () => {}) {
    this.#settings = settings
    this.#onMailsSkipped = onMailsSkipped
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Returns immediately; the worker is ready later. */
  start(): void {
    if (performance.now() >= this.#startNotBefore) this.#worker ??= this.#open()
  }

  /**
   * Runs one batch; the previous one must be over. Resolves once all requests are durable. Rejects if the worker ends
   * first, and then the outcome is unknown. Null if there is no worker that is ready.
   */
  run(requests: readonly ChangeRequest[]): Promise<BatchResult> | null {
    const worker = this.#worker
    if (!worker || !this.#isReady) return null
    const running = Promise.withResolvers<BatchResult>()
    this.#running = running
    this.#restartIdleTimer()
    worker.ref()
    // JSON is cheaper for both threads than a structured clone.
    worker.postMessage(JSON.stringify(requests))
    return running.promise.finally(() => worker.unref())
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
    const worker = new Worker(program, { name: 'write', workerData: this.#settings })
    worker.unref()
    worker.on('message', (message: MessageFromThread) => {
      // The worker's end may arrive before its last message.
      if (this.#worker !== worker) return
      if (message !== 'ready') return this.#onBatch(message)
      this.#isReady = true
      this.#restartIdleTimer()
    })
    // An open transaction is rolled back with the worker. Later requests run on the main thread, or on a new worker.
    const onEnd = (cause: unknown) => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      if (cause instanceof Error && !this.#isReady) this.#delayRestart(cause)
      this.#isReady = false
      this.#running?.reject(new DatabaseUnavailable('the write thread has ended', { cause }))
    }
    worker.on('error', onEnd)
    worker.on('exit', onEnd)
    return worker
  }

  #onBatch({ outcomes, marks, skippedMails }: BatchMessage): void {
    if (skippedMails.length > 0) this.#onMailsSkipped(skippedMails)
    this.#running?.resolve({ result: outcomes.map(deserializeOutcome), marks })
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
