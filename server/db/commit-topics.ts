// Telling the rest of this process what was committed, once it is: a transaction is marked with topics and the workspaces
// they are about, and whoever follows a topic is called after the commit. Other processes hear nothing of it.

import type { CommitListener, Marks, Topic, Tx } from './database.ts'

const marks = new WeakMap<object, Map<Topic, Set<number>>>()
const nowhere: readonly number[] = []

export function markCommit(tx: Tx, topic: Topic, workspace_ids: Iterable<number> = nowhere): void {
  const topics = marks.get(tx) ?? new Map<Topic, Set<number>>()
  const ids = topics.get(topic) ?? new Set()
  marks.set(tx, topics.set(topic, ids))
  for (const id of workspace_ids) ids.add(id)
}

export class CommitTopics {
  readonly #followers = new Map<Topic, Set<CommitListener>>()

  /** Calls after every commit that was marked so, until the function that it returns is called. */
  subscribe(topic: Topic, act: CommitListener): () => void {
    const followers = this.#followers.get(topic) ?? new Set()
    this.#followers.set(topic, followers.add(act))
    return () => void followers.delete(act)
  }

  /** Runs the transaction that `begin` makes; what `work` marked is told when it is over. */
  async runAndNotify<T>(begin: (work: (tx: Tx) => Promise<T>) => Promise<T>, work: (tx: Tx) => Promise<T>): Promise<T> {
    let last: Tx | undefined
    const result = await begin(tx => {
      last = tx
      return work(tx)
    })
    if (last) this.#tellFollowers(last)
    return result
  }

  /** Tells of a commit that another thread of this process made. */
  notifyOf(made: Marks): void {
    for (const [topic, ids] of made) for (const act of this.#followers.get(topic) ?? []) act(new Set(ids), null)
  }

  #tellFollowers(tx: Tx): void {
    for (const [topic, ids] of marks.get(tx) ?? []) for (const act of this.#followers.get(topic) ?? []) act(ids, tx)
  }
}
