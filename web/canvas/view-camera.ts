// The camera of a view, moved by gestures, keys and the page, at once or animated, clear of what covers the board. It
// knows where objects are, and paints nothing.

import type { Box, Camera, Point } from '@tessera/drawing'
import type { BoardContent } from './board-content.ts'
import type { BoardViewOptions } from './board-view.ts'
import type { Margins, Size } from './camera.ts'
import * as cameras from './camera.ts'
import { type CameraMove, zoomStep } from './camera-keys.ts'
import { type CameraMotion, createCameraMotion } from './camera-motion.ts'
import { touches } from './spatial-grid.ts'
import { Listeners } from './view-listeners.ts'

export interface How {
  animate?: boolean
}

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
const defaultMargins: Margins = { top: 48, right: 48, bottom: 48, left: 48 }

export class ViewCamera {
  camera: Camera
  size: Size
  margins: Margins
  readonly #content: BoardContent
  readonly #covers: () => readonly Box[]
  readonly #requestFrame: () => void
  readonly #motion: CameraMotion = createCameraMotion(() => lessMotion.matches)
  readonly #listeners = new Listeners<Camera>()
  readonly onCamera = this.#listeners.add
  #shown: Camera | null = null
  /** Whether to show the whole board as soon as there is something on it. */
  #isInitial: boolean

  constructor(size: Size, content: BoardContent, options: BoardViewOptions, requestFrame: () => void) {
    this.size = size
    this.#content = content
    this.camera = options.camera ?? { x: 0, y: 0, zoom: 1 }
    this.#isInitial = !options.camera
    this.margins = { ...defaultMargins, ...options.margins }
    this.#covers = options.covers ?? (() => [])
    this.#requestFrame = requestFrame
  }

  get isMoving(): boolean {
    return this.#motion.isMoving
  }

  /** Moves to the position at the time of a frame, before it is painted. */
  advance(timeMs: number) {
    this.camera = this.#motion.at(timeMs) ?? this.camera
    if (this.#shown === this.camera) return
    this.#shown = this.camera
    this.#listeners.notify(this.camera)
  }

  set(camera: Camera, { animate = false }: How = {}) {
    if (!animate) return this.#take(camera)
    this.#isInitial = false
    this.#motion.start(this.camera, camera, this.size)
    this.#requestFrame()
  }

  panBy(byX: number, byY: number) {
    this.#take(cameras.panCamera(this.camera, byX, byY))
  }

  zoomTo(zoom: number, about: Point = this.#middle(), how?: How) {
    this.set(cameras.zoomCamera(this.camera, zoom, about), how)
  }

  zoomBy(factor: number, about?: Point, how?: How) {
    this.zoomTo(this.camera.zoom * factor, about, how)
  }

  moveByKey(move: CameraMove) {
    if ('pan' in move) this.panBy(...move.pan)
    else if ('zoom' in move) this.zoomBy(move.zoom > 1 ? zoomStep : 1 / zoomStep)
    else if (move.to === 'fit') this.fit(undefined, { animate: true })
    else this.zoomTo(1, undefined, { animate: true })
  }

  fit(box: Box | null = this.#content.bounds(), { maxZoom = 1, ...how }: How & { maxZoom?: number } = {}) {
    if (box) this.set(this.#fitted(box, maxZoom), how)
    else this.set(cameras.onEmptyBoard(this.size), how)
  }

  goTo(id: string, how?: How): boolean {
    const box = this.#content.boundsOf(id)
    if (box) this.fit(box, how)
    return box !== null
  }

  isFitted(box: Box): boolean {
    return cameras.isSameCamera(this.camera, this.#fitted(box))
  }

  reveal(box: Box, how: How = {}) {
    const camera = cameras.clearOf(this.#covers(), box, this, margins =>
      cameras.revealBox(this.camera, box, this.size, margins),
    )
    this.set(camera, how)
  }

  isCovered(box: Box): boolean {
    return this.#covers().some(cover => touches(cameras.onScreen(this.camera, box), cover))
  }

  /** Shows everything the first time there is something to show, unless the camera was set. */
  fitInitially() {
    if (!this.#isInitial) return
    this.fit()
    this.#isInitial = this.#content.bounds() === null || this.size.width === 0
  }

  /** The first object that a user creates on an empty board must not move away. */
  keepPosition() {
    this.#isInitial = false
  }

  resize(size: Size) {
    this.size = size
    this.fitInitially()
    this.#requestFrame()
  }

  /** Overrides an animation in progress. */
  #take(camera: Camera) {
    this.#isInitial = false
    this.#motion.stop()
    this.camera = camera
    this.#requestFrame()
  }

  #fitted(box: Box, maxZoom = 1): Camera {
    return cameras.fitClearOf(this.#covers(), box, this, maxZoom)
  }

  #middle(): Point {
    return { x: this.size.width / 2, y: this.size.height / 2 }
  }
}
