// How many notifications are under way at once. Who is quick shares one set of places; who turns out to be slow, or was
// in vain before, moves to another, so that receivers that hang keep nobody waiting but their like.

const quickPlaces = 100
const slowPlaces = 400
export const slowAfterMs = 500

interface Line {
  free: number
  readonly waiting: (() => void)[]
}

export class Slots {
  readonly #quick: Line = { free: quickPlaces, waiting: [] }
  readonly #slow: Line = { free: slowPlaces, waiting: [] }

  /** In the order they ask. What it returns gives the place back. */
  async take(isSlow: boolean): Promise<() => void> {
    const line = isSlow ? this.#slow : this.#quick
    if (line.free > 0) line.free -= 1
    else await new Promise<void>(resolve => line.waiting.push(resolve))
    return isSlow ? () => give(line) : quickSlot(line)
  }
}

/** Who turns out to be slow goes on without a place, which somebody quick gets. */
function quickSlot(line: Line): () => void {
  let isGiven = false
  const giveOnce = () => {
    if (isGiven) return
    isGiven = true
    give(line)
  }
  const timer = setTimeout(giveOnce, slowAfterMs)
  return () => {
    clearTimeout(timer)
    giveOnce()
  }
}

function give(line: Line): void {
  const next = line.waiting.shift()
  if (next) next()
  else line.free += 1
}
