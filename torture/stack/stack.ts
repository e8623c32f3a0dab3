// The services that a run starts and disturbs, on either engine.

import type { createPeople } from '../../server/testing/server-process.ts'
import type { RunState } from '../run-state.ts'
import type { ServerNode } from './server-node.ts'

export type People = Awaited<ReturnType<typeof createPeople>>

export interface Stack {
  /** The URL that clients connect to. */
  readonly url: string
  readonly nodes: readonly ServerNode[]
  readonly people: People
  /** Every program of the stack, for its last output. */
  readonly programs: readonly { readonly name: string; readonly lastLines: readonly string[] }[]
  /** Whether disks can become full. */
  readonly canFillDisks: boolean
  /** Runs a statement on the database of the run and returns its rows. */
  query(statement: string): Promise<Record<string, unknown>[]>
  /** Restores everything that a fault may have changed: for the checks at the end. */
  heal(): Promise<void>
  /** Checks the database once no node runs any more. Returns what is wrong. */
  checkDatabase(): Promise<string[]>
  close(): Promise<void>
}

/** The nodes that cannot work now. Pauses are expected while they are the majority. */
export class NodeHealth {
  readonly #run: RunState
  readonly #impaired = new Map<string, number>()
  readonly #nodeCount: number
  #release: (() => void) | null = null

  constructor(run: RunState, nodeCount: number) {
    this.#run = run
    this.#nodeCount = nodeCount
  }

  /** Returns a function that reports that the node works again. */
  impair({ name }: ServerNode): () => void {
    this.#impaired.set(name, (this.#impaired.get(name) ?? 0) + 1)
    this.#update()
    return () => {
      const left = (this.#impaired.get(name) ?? 1) - 1
      if (left > 0) this.#impaired.set(name, left)
      else this.#impaired.delete(name)
      this.#update()
    }
  }

  #update(): void {
    const hasMajority = (this.#nodeCount - this.#impaired.size) * 2 > this.#nodeCount
    if (hasMajority) {
      this.#release?.()
      this.#release = null
    } else this.#release ??= this.#run.clock.halt()
  }
}
