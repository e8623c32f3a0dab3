// What the runner and the receiver tell each other.

export interface ReceiverOrder {
  /** With this many the receiver says how long they took. */
  readonly count: number
  /** Whether it also says how old each was; costs it more. */
  readonly isTimed: boolean
}

export interface Arrivals {
  /** From the first to the last. */
  readonly seconds: number
  /** One of them. */
  readonly sample: string
  readonly latenciesMs: readonly number[]
}
