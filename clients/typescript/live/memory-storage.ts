// Stores pending changes in memory: for programs that outlive their connections, not for pages that are reloaded.

import type { LiveStorage, StoredChange } from './live-workspace.ts'

/** With the same map, the next workspace finds the changes of the last one. */
export const memoryStorage = (stored: Map<string, StoredChange> = new Map()): LiveStorage => ({
  load: async () => [...stored.values()],
  save: async (put, remove) => {
    for (const one of put) stored.set(one.key, structuredClone(one))
    for (const key of remove) stored.delete(key)
  },
  close: async () => {},
})
