// Notifies this process of commits: a transaction is marked with topics and workspaces, and the listeners of a topic
// are called after the commit. Other processes are not notified.

import type { CommitListener, Marks, Topic, Tx } from './database.ts'

const marks = new WeakMap<object, Map<Topic, Set<number>>>()
const noWorkspaces: readonly number[] = []

export function markCommit(tx: Tx, topic: Topic, workspace_ids: Iterable<number> = noWorkspaces): void {
  const topics = marks.get(tx) ?? new Map<Topic, Set<number>>()
  const ids = topics.get(topic) ?? new Set()
  marks.set(tx, topics.set(topic, ids))
  for (const id of workspace_ids) ids.add(id)
}

export class CommitTopics {
  readonly #listeners = new Map<Topic, Set<CommitListener>>()

  /** Registers a callback for every commit marked with the topic. Returns the function that unsubscribes. */
  subscribe(topic: Topic, listener: CommitListener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** Runs `work` in the transaction that `begin` opens, and notifies the listeners after the commit. */
  async runAndNotify<T>(begin: (work: (tx: Tx) => Promise<T>) => Promise<T>, work: (tx: Tx) => Promise<T>): Promise<T> {
    let last: Tx | undefined
    const result = await begin(tx => {
      last = tx
      return work(tx)
    })
    if (last) this.#notify(last)
    return result
  }

  /** Notifies the listeners of a commit that another thread of this process made. */
  notifyOf(made: Marks): void {
    for (const [topic, ids] of made) for (const notify of this.#listeners.get(topic) ?? []) notify(new Set(ids), null)
  }

  #notify(tx: Tx): void {
    for (const [topic, ids] of marks.get(tx) ?? [])
      for (const notify of this.#listeners.get(topic) ?? []) notify(ids, tx)
  }
}
