// The server's side of the thread that writes. One transaction at a time: whoever uses it takes turns.

import { once } from 'node:events'
import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from './unavailable.ts'

/** A statement, and the parameters of each of its runs. */
export interface Write {
  readonly text: string
  readonly lists: readonly (readonly SQLInputValue[])[]
}

export type Deed = 'begin' | 'rollback' | 'close' | readonly Write[]
export type Outcome = { message: string; code: string | undefined; errcode: number | undefined } | null

const program = new URL('./sqlite-writer-thread.ts', import.meta.url)

export class SqliteWriter {
  readonly #path: string
  #worker: Worker | undefined
  #settle: ((error?: unknown) => void) | undefined

  constructor(path: string) {
    this.#path = path
  }

  begin(): Promise<void> {
    return this.#ask('begin')
  }

  /** Durable when it fulfils; undone when it throws. */
  commit(writes: readonly Write[]): Promise<void> {
    return this.#ask(writes)
  }

  rollback(): Promise<void> {
    return this.#ask('rollback')
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    const ended = once(worker, 'exit')
    worker.ref()
    worker.postMessage('close')
    await ended
  }

  #ask(deed: Deed): Promise<void> {
    // Started when it is first needed: a server at rest does without.
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      worker.ref()
      this.#settle = error => {
        this.#settle = undefined
        worker.unref()
        if (error === undefined) resolve()
        else reject(error)
      }
      worker.postMessage(deed)
    })
  }

  #start(): Worker {
    const worker = new Worker(program, { workerData: this.#path })
    worker.on('message', (outcome: Outcome) => this.#settle?.(outcome ? errorOf(outcome) : undefined))
    // Its transaction ends with it, undone; the next one gets a new thread.
    const gone = (error: unknown) => {
      if (this.#worker === worker) this.#worker = undefined
      this.#settle?.(new DatabaseUnavailable('the thread that writes has ended', { cause: error }))
    }
    worker.on('error', gone)
    worker.on('exit', gone)
    return worker
  }
}

const errorOf = ({ message, code, errcode }: NonNullable<Outcome>) =>
  Object.assign(new Error(message), { code, errcode })
