// The state of a batch that the next batch in the queue depends on.

export class QueuedBatch {
  readonly #sent = Promise.withResolvers<void>()
  readonly #settled = Promise.withResolvers<void>()
  #isSettled = false
  #retry: PromiseWithResolvers<void> | undefined

  /** Resolves once all its statements are sent, or the batch is over. */
  get sent(): Promise<void> {
    return this.#sent.promise
  }

  /** Resolves once it is known whether the first attempt succeeded. */
  get settled(): Promise<void> {
    return this.#settled.promise
  }

  /** If the batch runs again: resolves once it is over. What later batches have read since the first attempt is stale. */
  get retry(): Promise<void> | undefined {
    return this.#retry?.promise
  }

  /** Lets the next batch commit. Returns undefined instead of a promise if the result is known already. */
  allowCommit(): Promise<void> | undefined {
    if (!this.#isSettled) return this.settled.then(() => this.allowCommit())
    if (this.#retry) throw new Error('the previous batch runs again')
    return undefined
  }

  readonly markSent = (): void => this.#sent.resolve()

  startRetry(): void {
    this.#retry = Promise.withResolvers<void>()
    this.#settle()
  }

  end(): void {
    this.#settle()
    this.markSent()
    this.#retry?.resolve()
  }

  #settle(): void {
    this.#isSettled = true
    this.#settled.resolve()
  }
}
