// The messages between the runner and the receiver process.

export interface ReceiverOrder {
  /** The receiver reports after this many notifications. */
  readonly count: number
  /** Whether it also reports the latency of each, which costs more. */
  readonly isTimed: boolean
}

export interface Arrivals {
  /** The time from the first to the last notification. */
  readonly seconds: number
  /** The body of one of them. */
  readonly sample: string
  readonly latenciesMs: readonly number[]
}
