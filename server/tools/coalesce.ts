// Coalesces concurrent calls into batches: all keys requested while a load is running share the next one. Reads use it to
// look things up together, writes to share a commit. It caches nothing.

export interface CoalesceOptions<Key> {
  /** The maximum weight of a batch. A key that is heavier than this makes a batch alone. */
  maxWeight?: number
  /** The weight of a key; 1 by default. */
  weigh?: (key: Key) => number
  /** The maximum number of concurrent loads. */
  concurrency?: number
  /** Keys of the same name within a batch are loaded once. */
  nameOf?: (key: Key) => string
}

interface QueuedKey<Key, Value> {
  readonly key: Key
  readonly callers: { readonly resolve: (value: Value) => void; readonly reject: (error: unknown) => void }[]
}

export function coalesce<Key, Value>(
  load: (keys: Key[]) => Promise<readonly Value[]>,
  { maxWeight = 500, weigh = () => 1, concurrency = 1, nameOf }: CoalesceOptions<Key> = {},
): (key: Key) => Promise<Value> {
  let queue: QueuedKey<Key, Value>[] = []
  const byName = new Map<string, QueuedKey<Key, Value>>()
  let running = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || queue.length === 0 || running >= concurrency) return
    isScheduled = true
    // Starts later, so that all requests of this turn of the event loop share the load.
    setImmediate(runScheduled)
  }

  function runScheduled(): void {
    isScheduled = false
    if (queue.length > 0 && running < concurrency) void run()
  }

  async function run(): Promise<void> {
    const batch = takeBatch()
    running += 1
    schedule()
    try {
      const values = await load(batch.map(({ key }) => key))
      // Starts one turn later while another load is running, so that the other can proceed first.
      if (running > 1) await new Promise(resolve => setImmediate(resolve))
      batch.forEach(({ callers }, index) => {
        for (const { resolve } of callers) resolve(values[index] as Value)
      })
    } catch (error) {
      for (const { callers } of batch) for (const { reject } of callers) reject(error)
    } finally {
      running -= 1
      schedule()
    }
  }

  function takeBatch(): QueuedKey<Key, Value>[] {
    let [count, weight] = [0, 0]
    for (const { key } of queue) {
      weight += weigh(key)
      if (count > 0 && weight > maxWeight) break
      count += 1
    }
    const batch = queue.slice(0, count)
    queue = queue.slice(count)
    if (nameOf) for (const { key } of batch) byName.delete(nameOf(key))
    return batch
  }

  function findOrQueue(key: Key): QueuedKey<Key, Value> {
    const known = nameOf && byName.get(nameOf(key))
    if (known) return known
    const queued: QueuedKey<Key, Value> = { key, callers: [] }
    queue.push(queued)
    if (nameOf) byName.set(nameOf(key), queued)
    return queued
  }

  return key =>
    new Promise((resolve, reject) => {
      findOrQueue(key).callers.push({ resolve, reject })
      schedule()
    })
}
