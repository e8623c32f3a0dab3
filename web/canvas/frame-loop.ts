// One callback per frame of the screen, and only while there is something to do: a board at rest costs nothing.

export interface FrameLoop {
  /** There is something to do in the next frame. */
  requestFrame(): void
  stop(): void
}

/** `paint` answers whether it wants another frame after this one. */
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
