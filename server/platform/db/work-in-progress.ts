// Counts running work, so that closing waits for it and refuses new work.

import { DatabaseUnavailable } from './unavailable.ts'

export class WorkInProgress {
  #running = 0
  #drained: (() => void) | undefined
  #closing: Promise<void> | undefined

  begin(): void {
    if (this.#closing) throw new DatabaseUnavailable('the database is closed')
    this.#running++
  }

  end(): void {
    if (--this.#running === 0) this.#drained?.()
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.begin()
    try {
      return await work()
    } finally {
      this.end()
    }
  }

  close(): Promise<void> {
    this.#closing ??= new Promise(resolve => {
      if (this.#running === 0) resolve()
      else this.#drained = resolve
    })
    return this.#closing
  }
}
