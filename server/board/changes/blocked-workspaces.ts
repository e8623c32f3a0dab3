// Requests for workspaces that another transaction has locked, possibly one of a process that hangs, or with a request that
// takes long. They leave the batch, so that no other workspace waits with them, and run once the lock is free: each workspace
// separately and in order.

import { type Outcome, SetAside } from './batch-outcome.ts'
import type { ChangeRequest } from './change-request.ts'

interface BlockedRequest {
  readonly request: ChangeRequest
  readonly since: number
  readonly resolve: (outcome: Outcome) => void
}

/** Requests of one workspace. `since` is when the first of them was set aside. */
export type RunBlocked = (requests: readonly ChangeRequest[], since: number) => Promise<readonly Outcome[]>

export class BlockedWorkspaces {
  readonly #run: RunBlocked
  readonly #maxChanges: number
  readonly #queues = new Map<string, BlockedRequest[]>()
  readonly #known = new WeakMap<ChangeRequest, SetAside>()

  constructor(run: RunBlocked, maxChanges: number) {
    this.#run = run
    this.#maxChanges = maxChanges
  }

  /** Whether the request was set aside, or must be because earlier requests of its workspace are waiting. */
  isBlocked(request: ChangeRequest): boolean {
    return this.#queues.has(request.workspace_uid) || this.#known.has(request)
  }

  /** A batch that runs again gets the same promise. */
  setAside(request: ChangeRequest): SetAside {
    const known = this.#known.get(request)
    if (known) return known
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const setAside = new SetAside(promise)
    this.#known.set(request, setAside)
    this.#enqueue({ request, since: performance.now(), resolve })
    return setAside
  }

  #enqueue(waiting: BlockedRequest): void {
    const { workspace_uid: uid } = waiting.request
    const queue = this.#queues.get(uid)
    if (queue) return void queue.push(waiting)
    this.#queues.set(uid, [waiting])
    // The run starts later, so that all requests of the batch for this workspace run together.
    setImmediate(() => void this.#drain(uid))
  }

  /** Returns how many of the first requests fit into a transaction. */
  #countOf(queue: readonly BlockedRequest[]): number {
    let [count, changes] = [0, 0]
    for (const { request } of queue) {
      changes += request.changes.length
      if (count > 0 && changes > this.#maxChanges) break
      count += 1
    }
    return count
  }

  async #drain(uid: string): Promise<void> {
    const queue = this.#queues.get(uid) as BlockedRequest[]
    while (queue.length > 0) {
      const batch = queue.splice(0, this.#countOf(queue))
      const [first] = batch as [BlockedRequest, ...BlockedRequest[]]
      const outcomes = await this.#run(
        batch.map(({ request }) => request),
        first.since,
      )
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome)
    }
    this.#queues.delete(uid)
  }
}
