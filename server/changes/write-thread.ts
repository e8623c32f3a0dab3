// The server's side of the thread that carries out batches of changes on the embedded database where many come: what they
// take besides the reading and answering of requests is done on another core, while the server lends it the right to write.

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

/** Requests as JSON, which costs both sides less than what messages are otherwise made into. */
export interface RequestMessage {
  readonly id: number
  readonly requests: string
}

export type ThreadCommand = 'close' | RequestMessage
/** That it is ready to begin, or what came of the parcels of a transaction and whom it concerns. */
export type ThreadMessage = 'ready' | Committed

interface Committed {
  readonly ids: readonly number[]
  /** One for each request, parcel after parcel. */
  readonly outcomes: readonly OutcomeMessage[]
  readonly marks: Marks
  readonly changes: number
}

interface Done {
  readonly result: readonly Outcome[]
  readonly marks: Marks
}

interface Waiting extends Omit<PromiseWithResolvers<Done>, 'promise'> {
  readonly count: number
}

const program = new URL('./write-thread-main.ts', import.meta.url)
/** Kept at hand for so long: it takes half a second to start, and memory while it is there. */
const restMs = 30_000
/** One that does not get as far as that is not tried again for so long. */
const afterFaultMs = 60_000

export class WriteThread {
  readonly #settings: ThreadSettings
  readonly #onCommit: (changes: number) => void
  #worker: Worker | undefined
  #isReady = false
  readonly #waiting = new Map<number, Waiting>()
  #sent = 0
  #rest: NodeJS.Timeout | undefined
  #notBefore = 0

  constructor(settings: ThreadSettings, onCommit: (changes: number) => void = () => {}) {
    this.#settings = settings
    this.#onCommit = onCommit
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Returns at once. */
  start(): void {
    if (performance.now() >= this.#notBefore) this.#worker ??= this.#open()
  }

  /** All durable when it fulfils; where the thread ends meanwhile, nobody knows. Null where there is none to do it now. */
  run(requests: readonly ChangeRequest[]): Promise<Done> | null {
    const worker = this.#worker
    if (!worker || !this.#isReady) return null
    const { promise, ...settle } = Promise.withResolvers<Done>()
    const id = ++this.#sent
    this.#waiting.set(id, { count: requests.length, ...settle })
    this.#restLater()
    worker.ref()
    worker.postMessage({ id, requests: JSON.stringify(requests) } satisfies RequestMessage)
    return promise.finally(() => {
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) worker.unref()
    })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    this.#isReady = false
    clearTimeout(this.#rest)
    const ended = new Promise(resolve => worker.once('exit', resolve))
    worker.ref()
    worker.postMessage('close')
    await ended
  }

  #open(): Worker {
    const worker = new Worker(program, { workerData: this.#settings })
    worker.unref()
    worker.on('message', (report: ThreadMessage) => {
      if (report === 'ready') {
        this.#isReady = true
        this.#restLater()
      } else this.#hear(report)
    })
    // Its transaction ends with it, undone unless it was over; whoever comes next is served without it, or by a new one.
    const gone = (cause: unknown) => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      if (cause instanceof Error && !this.#isReady) this.#giveUp(cause)
      this.#isReady = false
      const ended = new DatabaseUnavailable('the thread that writes has ended', { cause })
      for (const { reject } of this.#waiting.values()) reject(ended)
    }
    worker.on('error', gone)
    worker.on('exit', gone)
    return worker
  }

  #hear({ ids, outcomes, marks, changes }: Committed): void {
    this.#onCommit(changes)
    let [from, untold] = [0, marks]
    for (const id of ids) {
      const waiting = this.#waiting.get(id)
      // The end of a thread may overtake its last words: whoever waited has been told that nobody knows.
      if (!waiting) return
      const { count, resolve } = waiting
      resolve({ result: outcomes.slice(from, from + count).map(deserializeOutcome), marks: untold })
      from += count
      untold = []
    }
  }

  // Everything works without it, only not as fast.
  #giveUp(cause: Error): void {
    this.#notBefore = performance.now() + afterFaultMs
    process.emitWarning(`The thread that writes could not be started: ${cause.message}`)
  }

  #restLater(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => void this.close(), restMs)
    this.#rest.unref()
  }
}
