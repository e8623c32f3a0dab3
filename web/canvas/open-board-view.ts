// A board on the screen: objects painted by drawing/, a camera that hands can move, and the hooks that a page builds its
// tools on. It changes no object and knows neither people nor the network.

import './board-fonts.css'
import type { Arrangement, Box, Camera, Drawable, Point, Surface, ThemeName } from '@tessera/drawing'
import { addCanvas } from './add-canvas.ts'
import { type BoardContent, createBoardContent, type Moving } from './board-content.ts'
import type { BoardView, BoardViewOptions, Overlay } from './board-view.ts'
import type { Margins, Size } from './camera.ts'
import * as cameras from './camera.ts'
import { type CameraMove, zoomStep } from './camera-keys.ts'
import { type CameraMotion, createCameraMotion } from './camera-motion.ts'
import { type FrameLoop, startFrameLoop } from './frame-loop.ts'
import { loadPicture } from './load-picture.ts'
import { createPictureCache, type PictureCache } from './picture-cache.ts'
import { listenToPointers, type PointerInput } from './pointer-input.ts'
import { createScreen, type Screen } from './screen.ts'
import { touches } from './spatial-grid.ts'
import type { Tool } from './tool.ts'
import { Listeners, Waiters } from './view-listeners.ts'
import { watchFonts, watchLoss, watchPixelRatio, watchSize, watchUse } from './watch-screen.ts'

/** Fills the container with a canvas. */
export function openBoardView(container: HTMLElement, options: BoardViewOptions): BoardView {
  return new View(container, options)
}

type How = { animate?: boolean }

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
const defaultMargins: Margins = { top: 48, right: 48, bottom: 48, left: 48 }

class View implements BoardView {
  readonly element: HTMLCanvasElement
  camera: Camera = { x: 0, y: 0, zoom: 1 }
  size: Size
  private readonly content: BoardContent
  private readonly pictures: PictureCache
  private readonly screen: Screen
  private readonly motion: CameraMotion = createCameraMotion(() => lessMotion.matches)
  private readonly input: PointerInput
  private readonly frames: FrameLoop
  private readonly cameraListeners = new Listeners<Camera>()
  private readonly overviewListeners = new Listeners()
  private readonly completeWaiters = new Waiters()
  private readonly settledWaiters = new Waiters()
  readonly onCamera = this.cameraListeners.add
  readonly onOverview = this.overviewListeners.add
  private readonly onClose: (() => void)[] = []
  margins: Margins
  private readonly covers: () => readonly Box[]
  private tool: Tool | null = null
  private shownCamera: Camera | null = null
  /** Whether to show the whole board as soon as there is something on it. */
  private isUnplaced: boolean

  constructor(container: HTMLElement, options: BoardViewOptions) {
    const { source, theme, grid = true } = options
    this.margins = { ...defaultMargins, ...options.margins }
    this.covers = options.covers ?? (() => [])
    this.element = addCanvas(container)
    this.size = { width: this.element.clientWidth, height: this.element.clientHeight }
    this.content = createBoardContent(() => source.objects)
    this.pictures = createPictureCache(options.pictures, loadPicture, key => this.pictureReady(key))
    const picture = (key: string, pixels: number) => this.pictures.find(key, pixels)
    this.screen = createScreen(this.element, this.content, {
      theme,
      hasGrid: grid,
      picture,
      onOverview: () => this.overviewListeners.tell(),
    })
    this.frames = startFrameLoop(timeMs => this.frame(timeMs))
    this.input = listenToPointers(this.element, {
      camera: () => this.camera,
      tool: () => this.tool,
      isZoomWheel: () => options.wheelZooms ?? false,
      pan: (byX, byY) => this.take(cameras.pannedBy(this.camera, byX, byY)),
      zoom: (about, factor) => this.take(cameras.zoomedTo(this.camera, this.camera.zoom * factor, about)),
      move: move => this.moveByKey(move),
    })
    this.isUnplaced = !options.camera
    if (options.camera) this.take(options.camera)
    this.onClose.push(
      source.onChange(ids => this.change(ids)),
      watchSize(this.element, size => this.resize(size)),
      watchPixelRatio(() => this.frames.ask()),
      watchFonts(() => this.repaintAll()),
      watchLoss(this.element, () => this.change(null)),
      // What somebody puts on an empty board stays below their hand.
      watchUse(this.element, () => {
        this.isUnplaced = false
      }),
    )
    this.placeFirst()
    this.frames.ask()
  }

  get viewBox(): Box {
    return cameras.viewBox(this.camera, this.size)
  }

  get hovering(): Point | null {
    return this.input.hovering
  }

  setCamera(camera: Camera, { animate = false }: How = {}) {
    if (!animate) return this.take(camera)
    this.isUnplaced = false
    this.motion.start(this.camera, camera, this.size)
    this.frames.ask()
  }

  zoomTo(zoom: number, about: Point = this.middle(), how?: How) {
    this.setCamera(cameras.zoomedTo(this.camera, zoom, about), how)
  }

  zoomBy(factor: number, about?: Point, how?: How) {
    this.zoomTo(this.camera.zoom * factor, about, how)
  }

  fit(box: Box | null = this.content.bounds(), { most = 1, ...how }: How & { most?: number } = {}) {
    if (box) this.setCamera(this.fitted(box, most), how)
    else this.setCamera(cameras.onEmptyBoard(this.size), how)
  }

  goTo(id: string, how?: How): boolean {
    const box = this.content.boundsOf(id)
    if (box) this.fit(box, how)
    return box !== null
  }

  isFitted(box: Box): boolean {
    return cameras.isSameCamera(this.camera, this.fitted(box))
  }

  reveal(box: Box, how: How = {}) {
    const camera = cameras.clearOf(this.covers(), box, this, margins =>
      cameras.broughtIntoView(this.camera, box, this.size, margins),
    )
    this.setCamera(camera, how)
  }

  isCovered(box: Box): boolean {
    return this.covers().some(cover => touches(cameras.onScreen(this.camera, box), cover))
  }

  screenToBoard(point: Point): Point {
    return cameras.screenToBoard(this.camera, point)
  }

  boardToScreen(point: Point): Point {
    return cameras.boardToScreen(this.camera, point)
  }

  clientToBoard({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top } = this.element.getBoundingClientRect()
    return this.screenToBoard({ x: clientX - left, y: clientY - top })
  }

  objectAt(point: Point, how: { slack?: number; isWanted?: (object: Drawable) => boolean } = {}): Drawable | null {
    const { zoom } = this.camera
    return this.content.objectAt(point, { slack: (how.slack ?? 3) / zoom, zoom }, how.isWanted)
  }

  objectsIn(box: Box, how?: 'touching' | 'whole'): Drawable[] {
    return this.content.objectsIn(box, how)
  }

  find(id: string): Drawable | null {
    return this.content.find(id)
  }

  boundsOf(id: string): Box | null {
    return this.content.boundsOf(id)
  }

  bounds(): Box | null {
    return this.content.bounds()
  }

  arrangedIn(box: Box): Arrangement {
    return this.content.arrangedIn(box)
  }

  setTool(tool: Tool | null) {
    this.input.cancel()
    this.tool = tool
    this.input.renewCursor()
  }

  letGo() {
    this.input.cancel()
    this.input.renewCursor()
  }

  setOverlay(overlay: Overlay | null) {
    this.screen.overlay = overlay
    this.frames.ask()
  }

  setMoving(moving: Moving) {
    this.screen.repaint(this.content.setMoving(moving))
    this.frames.ask()
  }

  setPage(id: string, page: number) {
    this.screen.repaint(this.content.setPage(id, page))
    this.frames.ask()
  }

  setTheme(theme: ThemeName) {
    this.screen.setTheme(theme)
    this.frames.ask()
  }

  setGrid(isShown: boolean) {
    this.screen.hasGrid = isShown
    this.frames.ask()
  }

  setMargins(margins: Partial<Margins>) {
    this.margins = { ...this.margins, ...margins }
  }

  renewPicture(key: string) {
    this.pictures.forget(key)
    this.pictureReady(key)
  }

  showOverview(surface: Surface, board: Box, place: Box) {
    this.screen.showOverview(surface, board, place)
  }

  invalidate() {
    this.frames.ask()
  }

  complete(): Promise<void> {
    this.frames.ask()
    return this.completeWaiters.wait()
  }

  settled(): Promise<void> {
    this.frames.ask()
    return this.settledWaiters.wait()
  }

  close() {
    for (const stop of this.onClose) stop()
    this.input.close()
    this.frames.stop()
    this.pictures.close()
    this.screen.close()
    this.element.remove()
  }

  /** A hand, or whoever sets the camera, has the last word over a motion under way. */
  private take(camera: Camera) {
    this.isUnplaced = false
    this.motion.stop()
    this.camera = camera
    this.frames.ask()
  }

  private fitted(box: Box, most = 1): Camera {
    return cameras.clearOf(this.covers(), box, this, margins => cameras.fitted(box, this.size, margins, most))
  }

  private moveByKey(move: CameraMove) {
    if ('pan' in move) this.take(cameras.pannedBy(this.camera, ...move.pan))
    else if ('zoom' in move) this.zoomBy(move.zoom > 1 ? zoomStep : 1 / zoomStep)
    else if (move.to === 'fit') this.fit(undefined, { animate: true })
    else this.zoomTo(1, undefined, { animate: true })
  }

  private change(ids: Iterable<string> | null) {
    if (ids) this.screen.repaint(this.content.change(ids))
    else {
      this.content.changeAll()
      this.screen.restart()
    }
    this.placeFirst()
    this.frames.ask()
  }

  private placeFirst() {
    if (!this.isUnplaced) return
    this.fit()
    this.isUnplaced = this.content.bounds() === null || this.size.width === 0
  }

  private pictureReady(key: string) {
    this.screen.repaint(this.content.boxesShowing(key))
    this.frames.ask()
  }

  private frame(timeMs: number): boolean {
    this.camera = this.motion.at(timeMs) ?? this.camera
    if (this.shownCamera !== this.camera) {
      this.shownCamera = this.camera
      this.cameraListeners.tell(this.camera)
    }
    const painted = this.screen.paint(this.camera, this.size, timeMs)
    const isBusy = painted !== 'settled' || this.motion.isMoving
    if (painted !== 'partly' && !this.motion.isMoving) this.completeWaiters.tell()
    if (!isBusy && !this.pictures.isLoading) this.settledWaiters.tell()
    return isBusy || this.settledWaiters.areAny
  }

  private resize(size: Size) {
    this.size = size
    this.placeFirst()
    this.frames.ask()
  }

  private repaintAll() {
    this.screen.repaintAll()
    this.frames.ask()
  }

  private middle(): Point {
    return { x: this.size.width / 2, y: this.size.height / 2 }
  }
}
