// One callback per animation frame, only while there is something to do: an idle board costs nothing.

export interface FrameLoop {
  /** Requests another frame. */
  requestFrame(): void
  stop(): void
}

/** `paint` returns whether it needs another frame. */
export function startFrameLoop(paint: (timeMs: number) => boolean): FrameLoop {
  let waiting = 0
  let isStopped = false
  const requestFrame = () => {
    if (waiting === 0 && !isStopped) waiting = requestAnimationFrame(run)
  }
  const run = (timeMs: number) => {
    waiting = 0
    if (paint(timeMs)) requestFrame()
  }
  return {
    requestFrame,
    stop() {
      isStopped = true
      cancelAnimationFrame(waiting)
    },
  }
}
