// Many callers, one trip to the database: whatever is asked while the last load is under way shares the next one.
// Reads use it to look things up together, writes to share a commit. It remembers nothing past a load.

export interface CoalesceOptions<Key> {
  /** How many keys one load takes at most. */
  most?: number
  /** How many loads may be under way at once; as a function, how many for now. */
  lanes?: number | (() => number)
  /** Once so many wait, they do not wait for the end of the turn of the event loop. */
  enough?: () => number
  /** For how many a key counts; one that is heavier than `most` goes alone. */
  weigh?: (key: Key) => number
  /** Those who asked hear of their load at once; otherwise a turn later while another is under way, which may go on first. */
  areAnswersPrompt?: () => boolean
  /** Keys of one name that wait for the same load are loaded once. */
  nameOf?: (key: Key) => string
}

interface Waiting<Key, Value> {
  readonly key: Key
  readonly askers: { readonly resolve: (value: Value) => void; readonly reject: (error: unknown) => void }[]
}

export function coalesce<Key, Value>(
  load: (keys: Key[]) => Promise<readonly Value[]>,
  { most = 500, lanes = 1, enough, weigh = () => 1, nameOf, areAnswersPrompt = () => false }: CoalesceOptions<Key> = {},
): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = []
  const byName = new Map<string, Waiting<Key, Value>>()
  let underWay = 0
  let isScheduled = false
  const mostUnderWay = typeof lanes === 'function' ? lanes : () => lanes

  function schedule(): void {
    if (waiting.length === 0 || underWay >= mostUnderWay()) return
    if (enough && waiting.length >= enough()) void run()
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    // Not at once: all requests that this turn of the event loop brings in go along.
    setImmediate(runLater)
  }

  function runLater(): void {
    isScheduled = false
    if (waiting.length > 0 && underWay < mostUnderWay()) void run()
  }

  async function run(): Promise<void> {
    const batch = take()
    underWay += 1
    schedule()
    try {
      const values = await load(batch.map(one => one.key))
      // What another load waits for may have come by now.
      if (underWay > 1 && !areAnswersPrompt()) await new Promise(resolve => setImmediate(resolve))
      batch.forEach(({ askers }, index) => {
        for (const { resolve } of askers) resolve(values[index] as Value)
      })
    } catch (error) {
      for (const { askers } of batch) for (const { reject } of askers) reject(error)
    } finally {
      underWay -= 1
      schedule()
    }
  }

  function take(): Waiting<Key, Value>[] {
    let [count, weight] = [0, 0]
    for (const { key } of waiting) {
      weight += weigh(key)
      if (count > 0 && weight > most) break
      count += 1
    }
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    if (nameOf) for (const { key } of batch) byName.delete(nameOf(key))
    return batch
  }

  function find(key: Key): Waiting<Key, Value> {
    const known = nameOf && byName.get(nameOf(key))
    if (known) return known
    const made: Waiting<Key, Value> = { key, askers: [] }
    waiting.push(made)
    if (nameOf) byName.set(nameOf(key), made)
    return made
  }

  return key =>
    new Promise((resolve, reject) => {
      find(key).askers.push({ resolve, reject })
      schedule()
    })
}
