// Animates the camera, or moves it at once if the user prefers reduced motion. It gets the time from the caller.

import type { Camera } from '@tessera/drawing'
import { cameraBetween, isSameCamera, type Size } from './camera.ts'

export interface CameraMotion {
  readonly isMoving: boolean
  start(from: Camera, to: Camera, size: Size): void
  /** The camera at this time; null if nothing moves. */
  at(timeMs: number): Camera | null
  /** Called when the user moves the camera. */
  stop(): void
}

export function createCameraMotion(prefersLess: () => boolean): CameraMotion {
  let way: { from: Camera; to: Camera; size: Size; startedMs: number | null } | null = null
  return {
    get isMoving() {
      return way !== null
    },
    start(from, to, size) {
      way = isSameCamera(from, to) ? null : { from, to, size, startedMs: null }
    },
    at(timeMs) {
      if (!way) return null
      way.startedMs ??= timeMs
      const along = prefersLess() ? 1 : (timeMs - way.startedMs) / durationMs
      const { from, to, size } = way
      if (along >= 1) way = null
      return along >= 1 ? to : cameraBetween(from, to, size, easeOut(along))
    },
    stop() {
      way = null
    },
  }
}

const durationMs = 320

/** Ease out. */
const easeOut = (along: number) => 1 - (1 - along) ** 3
