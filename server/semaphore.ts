// So many acts at once, the others in the order they came.

export function semaphore(lanes: number): <T>(act: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let underWay = 0
  return async act => {
    // Whoever ends hands its place over, so that nobody slips in between.
    if (underWay >= lanes) await new Promise<void>(resolve => waiting.push(resolve))
    else underWay += 1
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else underWay -= 1
    }
  }
}
