// Pending changes kept in memory: for programs that outlive their connections, not for pages that are reloaded.

import type { LiveStorage, StoredChange } from './live-workspace.ts'

/** Given the same map, the next workspace finds what the last one left over. */
export const memoryStorage = (kept = new Map<string, StoredChange>()): LiveStorage => ({
  load: async () => [...kept.values()],
  save: async (put, remove) => {
    for (const one of put) kept.set(one.key, structuredClone(one))
    for (const key of remove) kept.delete(key)
  },
  close: async () => {},
})
