// The place of a batch among those that follow on one another: what the one behind it has to know.

export class QueuedBatch {
  readonly #sent = Promise.withResolvers<void>()
  readonly #answered = Promise.withResolvers<void>()
  #isAnswered = false
  #again: PromiseWithResolvers<void> | undefined

  /** It has sent everything it has to send, or it is over. */
  get sent(): Promise<void> {
    return this.#sent.promise
  }

  /** Fulfils once it is known whether the first try was the last. */
  get answered(): Promise<void> {
    return this.#answered.promise
  }

  /** Where the first try was not the last: fulfils once it is over. What others read since that try is out of date. */
  get again(): Promise<void> | undefined {
    return this.#again?.promise
  }

  /** Whoever is behind it may commit. Nobody is kept waiting for an answer that has come, as it has for who has read. */
  letPass(): Promise<void> | undefined {
    if (!this.#isAnswered) return this.answered.then(() => this.letPass())
    if (this.#again) throw new Error('the batch before this one is done again')
    return undefined
  }

  readonly sends = (): void => this.#sent.resolve()

  beginAgain(): void {
    this.#again = Promise.withResolvers<void>()
    this.#answer()
  }

  end(): void {
    this.#answer()
    this.sends()
    this.#again?.resolve()
  }

  #answer(): void {
    this.#isAnswered = true
    this.#answered.resolve()
  }
}
