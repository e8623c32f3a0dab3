// Telling the rest of this process what was committed, once it is: a transaction is marked with topics, and whoever
// follows one is called after the commit. Other processes hear nothing of it.

import type { Topic, Tx } from './database.ts'

const marks = new WeakMap<object, Set<Topic>>()

export function markCommit(tx: Tx, topic: Topic): void {
  const topics = marks.get(tx)
  if (topics) topics.add(topic)
  else marks.set(tx, new Set([topic]))
}

export class CommitTopics {
  readonly #followers = new Map<Topic, Set<() => void>>()

  /** Calls after every commit that was marked so, until the function that it returns is called. */
  follow(topic: Topic, act: () => void): () => void {
    const followers = this.#followers.get(topic) ?? new Set()
    this.#followers.set(topic, followers.add(act))
    return () => void followers.delete(act)
  }

  /** Runs the transaction that `begin` makes; what `work` marked is told when it is over. */
  async tell<T>(begin: (work: (tx: Tx) => Promise<T>) => Promise<T>, work: (tx: Tx) => Promise<T>): Promise<T> {
    let last: Tx | undefined
    const result = await begin(tx => {
      last = tx
      return work(tx)
    })
    for (const topic of (last && marks.get(last)) ?? []) for (const act of this.#followers.get(topic) ?? []) act()
    return result
  }
}
