// The server's side of the thread that writes. One transaction at a time: whoever uses it takes turns.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Write } from './store-and-commit.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export type Deed = 'begin' | 'rollback' | 'close' | readonly Write[]
/** What went wrong, or the milliseconds that the commit took. */
export type Outcome = { message: string; code: string | undefined; errcode: number | undefined } | number

const program = new URL('./sqlite-writer-thread.ts', import.meta.url)

export class SqliteWriter {
  readonly #path: string
  #worker: Worker | undefined
  #settle: ((outcome: number | { error: unknown }) => void) | undefined

  constructor(path: string) {
    this.#path = path
  }

  async begin(): Promise<void> {
    await this.#ask('begin')
  }

  /** Durable when it fulfils, with the milliseconds that took; undone when it throws. */
  commit(writes: readonly Write[]): Promise<number> {
    return this.#ask(writes)
  }

  async rollback(): Promise<void> {
    await this.#ask('rollback')
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    const ended = once(worker, 'exit')
    worker.ref()
    worker.postMessage('close')
    await ended
  }

  #ask(deed: Deed): Promise<number> {
    // Started when it is first needed: a server at rest does without.
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      worker.ref()
      this.#settle = outcome => {
        this.#settle = undefined
        worker.unref()
        if (typeof outcome === 'number') resolve(outcome)
        else reject(outcome.error)
      }
      worker.postMessage(deed)
    })
  }

  #start(): Worker {
    const worker = new Worker(program, { workerData: this.#path })
    worker.on('message', (outcome: Outcome) =>
      this.#settle?.(typeof outcome === 'number' ? outcome : { error: errorOf(outcome) }),
    )
    // Its transaction ends with it, undone; the next one gets a new thread.
    const gone = (error: unknown) => {
      if (this.#worker === worker) this.#worker = undefined
      this.#settle?.({ error: new DatabaseUnavailable('the thread that writes has ended', { cause: error }) })
    }
    worker.on('error', gone)
    worker.on('exit', gone)
    return worker
  }
}

const errorOf = ({ message, code, errcode }: Exclude<Outcome, number>) =>
  Object.assign(new Error(message), { code, errcode })
