// A pool of child processes that read uploaded files. They are started on demand, reused, and ended when they are idle,
// use too much memory or have run many tasks.

import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Semaphore } from '../../tools/index.ts'
import { type Child, startChild } from './child-process.ts'
import { abortedError } from './processing-errors.ts'

export interface ChildPool<Key = void> {
  /**
   * Gives exclusive use of a process and a temporary folder, which is deleted afterwards. Callers wait in order, or as
   * the places of the pool say.
   */
  use<T>(signal: AbortSignal, run: (child: Child, folder: string) => Promise<T>, turn?: PoolTurn<Key>): Promise<T>
  /** The ids of the current processes. */
  running(): number[]
  /** Kills all processes; their current tasks fail. */
  close(): void
}

export interface PoolTurn<Key> {
  readonly key: Key
  /** Ends the waiting for a process. */
  readonly waiting?: AbortSignal | undefined
}

export interface PoolSettings<Key = void> {
  /** The parent of the temporary folders; the processes may write nowhere else. */
  readonly folder: string
  /** As many processes run as there are places. */
  readonly places: Semaphore<Key>
  readonly idleMs?: number
  /** For tests: the program of the processes. */
  readonly script?: string
}

const maxTasks = 500
const maxResidentBytes = 700 * 1024 * 1024

export function openChildPool<Key = void>({
  folder,
  places,
  idleMs = 30_000,
  script,
}: PoolSettings<Key>): ChildPool<Key> {
  const all = new Set<Child>()
  const idle = new Map<Child, NodeJS.Timeout>()
  let isClosed = false

  const end = (child: Child) => {
    clearTimeout(idle.get(child))
    idle.delete(child)
    all.delete(child)
    child.end()
  }

  const take = async (): Promise<Child> => {
    for (const child of [...idle.keys()].reverse()) {
      if (!child.isUsable) {
        end(child)
        continue
      }
      clearTimeout(idle.get(child))
      idle.delete(child)
      return child
    }
    const child = await startChild(folder, script)
    all.add(child)
    if (isClosed) end(child)
    return child
  }

  const putBack = (child: Child) => {
    const isUsedUp = child.taskCount >= maxTasks || child.residentBytes >= maxResidentBytes
    if (isClosed || isUsedUp || !child.isUsable) return end(child)
    idle.set(child, setTimeout(() => end(child), idleMs).unref())
  }

  return {
    async use(signal, run, turn) {
      const release = await places.acquire(turn?.key as Key, turn?.waiting)
      let child: Child | undefined
      let taskFolder: string | undefined
      try {
        if (isClosed || signal.aborted) throw abortedError()
        child = await take()
        taskFolder = await mkdtemp(join(folder, 'file-'))
        return await run(child, taskFolder)
      } finally {
        if (child) putBack(child)
        if (taskFolder) await rm(taskFolder, { recursive: true, force: true })
        release()
      }
    },

    running: () => [...all].flatMap(child => child.id ?? []),

    close() {
      isClosed = true
      for (const child of all) end(child)
    },
  }
}
