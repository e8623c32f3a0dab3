// Many callers, one trip to the database: whatever is asked while the last load is under way shares the next one.
// Reads use it to look things up together, writes to share a commit. It remembers nothing past a load.

interface Waiting<Key, Value> {
  key: Key
  resolve: (value: Value) => void
  reject: (error: unknown) => void
}

export interface GatherOptions {
  /** How many keys one load takes at most. */
  most?: number
  /** How many loads may be under way at once. */
  lanes?: number
}

export function gather<Key, Value>(
  load: (keys: Key[]) => Promise<readonly Value[]>,
  { most = 500, lanes = 1 }: GatherOptions = {},
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = []
  let underWay = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || underWay >= lanes || waiting.length === 0) return
    isScheduled = true
    // Not at once: all requests that this turn of the event loop brings in go along.
    setImmediate(run)
  }

  async function run(): Promise<void> {
    isScheduled = false
    const batch = waiting.slice(0, most)
    waiting = waiting.slice(most)
    underWay += 1
    schedule()
    try {
      const values = await load(batch.map(one => one.key))
      for (const [index, one] of batch.entries()) one.resolve(values[index] as Value)
    } catch (error) {
      for (const one of batch) one.reject(error)
    } finally {
      underWay -= 1
      schedule()
    }
  }

  return key =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      schedule()
    })
}
