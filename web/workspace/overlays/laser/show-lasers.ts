// Shows the laser pointers of all users, and keeps painting while a trail is visible. With reduced motion only the dots
// are shown.

import type { BoardView, Overlay } from '../../../canvas/board-view.ts'
import type { OpenBoard } from '../../state/board.ts'
import { otherPeople } from '../../state/live-hooks.ts'
import { colorOfPerson } from '../../state/person-color.ts'
import { paintLasers } from './paint-laser.ts'

export const withLasers =
  ({ laser }: OpenBoard, overlay: Overlay): Overlay =>
  (surface, view) => {
    overlay(surface, view)
    const now = performance.now()
    const trails = laser.current(now)
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (trails.length > 0) paintLasers(trails, surface, view, { now, isStill })
  }

export function showLasers({ laser, live }: OpenBoard, view: BoardView): () => void {
  let frame = 0
  let others = new Set<string>()

  function paint() {
    view.invalidate()
    frame = laser.current(performance.now()).length > 0 ? requestAnimationFrame(paint) : 0
  }

  function follow() {
    const pointing = new Set<string>()
    for (const { connection, id, cursor } of otherPeople(live)) {
      if (!cursor?.laser) continue
      pointing.add(connection)
      laser.point(connection, colorOfPerson(id), cursor, performance.now())
    }
    for (const connection of others) if (!pointing.has(connection)) laser.release(connection)
    others = pointing
  }

  const stops = [
    live.onPeople(follow),
    laser.subscribe(() => {
      if (frame === 0) frame = requestAnimationFrame(paint)
    }),
  ]
  return () => {
    cancelAnimationFrame(frame)
    for (const stop of stops) stop()
  }
}
