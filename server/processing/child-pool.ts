// The processes that read foreign files: a few at most, started when there is something to do, used again and again, and
// ended when they have idled, have grown large or have done much.

import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Child, startChild } from './child-process.ts'
import { toldToStop } from './unfit.ts'

export interface ChildPool {
  /** Lends a process that nobody else uses, and a folder of its own that is gone afterwards. Those who wait take turns. */
  use<T>(signal: AbortSignal, run: (child: Child, folder: string) => Promise<T>): Promise<T>
  /** The ids of the processes there are now. */
  running(): number[]
  /** Ends all of them, with whatever they are doing. */
  close(): void
}

export interface PoolSettings {
  /** Where the folders are; the processes may read and write nothing else. */
  readonly folder: string
  readonly most: number
  readonly idleMs?: number
  /** For tests: what the processes run. */
  readonly script?: string
}

const mostAsked = 500
const largestBytes = 700 * 1024 * 1024

export function openChildPool({ folder, most, idleMs = 30_000, script }: PoolSettings): ChildPool {
  const all = new Set<Child>()
  const idle = new Map<Child, NodeJS.Timeout>()
  const waiting: (() => void)[] = []
  let lent = 0
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

  const giveBack = (child: Child) => {
    const isWorn = child.asked >= mostAsked || child.residentBytes >= largestBytes
    if (isClosed || isWorn || !child.isUsable) return end(child)
    idle.set(child, setTimeout(() => end(child), idleMs).unref())
  }

  return {
    async use(signal, run) {
      if (lent < most) lent += 1
      else await new Promise<void>(resolve => waiting.push(resolve))
      let child: Child | undefined
      let place: string | undefined
      try {
        if (isClosed || signal.aborted) throw toldToStop()
        child = await take()
        place = await mkdtemp(join(folder, 'file-'))
        return await run(child, place)
      } finally {
        if (child) giveBack(child)
        if (place) await rm(place, { recursive: true, force: true })
        const next = waiting.shift()
        if (next) next()
        else lent -= 1
      }
    },

    running: () => [...all].flatMap(child => child.id ?? []),

    close() {
      isClosed = true
      for (const child of all) end(child)
    },
  }
}
