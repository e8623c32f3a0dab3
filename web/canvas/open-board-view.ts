// A board on the screen: objects painted by drawing/, a camera, pointer input, and the hooks for tools. It changes no
// objects and knows neither users nor the network.

import './board-fonts.css'
import type { Box, Camera, Drawable, DrawOrder, Point, Surface, ThemeName } from '@tessera/drawing'
import { addCanvas } from './add-canvas.ts'
import { type BoardContent, createBoardContent, type DrawOverrides } from './board-content.ts'
import type { BoardView, BoardViewOptions, Overlay } from './board-view.ts'
import type { Margins, Size } from './camera.ts'
import * as cameras from './camera.ts'
import { listenToPointers, type PointerInput } from './pointer-input.ts'
import type { Tool } from './tool.ts'
import { type How, ViewCamera } from './view-camera.ts'
import { ViewPainting } from './view-painting.ts'
import { watchContextRestore, watchFonts, watchInput, watchPixelRatio, watchSize } from './watch-screen.ts'

/** Fills the container with a canvas. */
export function openBoardView(container: HTMLElement, options: BoardViewOptions): BoardView {
  return new View(container, options)
}

class View implements BoardView {
  readonly element: HTMLCanvasElement
  readonly onCamera: BoardView['onCamera']
  readonly onOverview: BoardView['onOverview']
  readonly #content: BoardContent
  readonly #viewCamera: ViewCamera
  readonly #painting: ViewPainting
  readonly #input: PointerInput
  readonly #stops: readonly (() => void)[]
  #tool: Tool | null = null

  constructor(container: HTMLElement, options: BoardViewOptions) {
    const { source } = options
    this.element = addCanvas(container)
    this.#content = createBoardContent(() => source.objects)
    const size = { width: this.element.clientWidth, height: this.element.clientHeight }
    this.#viewCamera = new ViewCamera(size, this.#content, options, () => this.#painting.requestFrame())
    this.#painting = new ViewPainting(this.element, this.#content, this.#viewCamera, options)
    this.onCamera = this.#viewCamera.onCamera
    this.onOverview = this.#painting.onOverview
    this.#input = this.#listen(options)
    this.#stops = [source.onChange(ids => this.#change(ids)), ...this.#watch()]
    this.#viewCamera.fitInitially()
    this.#painting.requestFrame()
  }

  get camera(): Camera {
    return this.#viewCamera.camera
  }

  get size(): Size {
    return this.#viewCamera.size
  }

  get viewBox(): Box {
    return cameras.viewBox(this.camera, this.size)
  }

  get hovering(): Point | null {
    return this.#input.hovering
  }

  setCamera(camera: Camera, how?: How) {
    this.#viewCamera.set(camera, how)
  }

  zoomTo(zoom: number, about?: Point, how?: How) {
    this.#viewCamera.zoomTo(zoom, about, how)
  }

  zoomBy(factor: number, about?: Point, how?: How) {
    this.#viewCamera.zoomBy(factor, about, how)
  }

  fit(box?: Box, how?: How & { maxZoom?: number }) {
    this.#viewCamera.fit(box, how)
  }

  goTo(id: string, how?: How): boolean {
    return this.#viewCamera.goTo(id, how)
  }

  isFitted(box: Box): boolean {
    return this.#viewCamera.isFitted(box)
  }

  reveal(box: Box, how?: How) {
    this.#viewCamera.reveal(box, how)
  }

  isCovered(box: Box): boolean {
    return this.#viewCamera.isCovered(box)
  }

  setMargins(margins: Partial<Margins>) {
    this.#viewCamera.margins = { ...this.#viewCamera.margins, ...margins }
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
    return this.#content.objectAt(point, { slack: (how.slack ?? 3) / zoom, zoom }, how.isWanted)
  }

  objectsIn(box: Box, how?: 'touching' | 'whole'): Drawable[] {
    return this.#content.objectsIn(box, how)
  }

  find(id: string): Drawable | null {
    return this.#content.find(id)
  }

  boundsOf(id: string): Box | null {
    return this.#content.boundsOf(id)
  }

  bounds(): Box | null {
    return this.#content.bounds()
  }

  drawOrderIn(box: Box): DrawOrder {
    return this.#content.drawOrderIn(box)
  }

  setTool(tool: Tool | null) {
    this.#input.cancel()
    this.#tool = tool
    this.#input.updateCursor()
  }

  cancelGesture() {
    this.#input.cancel()
    this.#input.updateCursor()
  }

  setOverlay(overlay: Overlay | null) {
    this.#painting.setOverlay(overlay)
  }

  setOverrides(overrides: DrawOverrides) {
    this.#painting.setOverrides(overrides)
  }

  setPage(id: string, page: number) {
    this.#painting.setPage(id, page)
  }

  setTheme(theme: ThemeName) {
    this.#painting.setTheme(theme)
  }

  setGrid(isShown: boolean) {
    this.#painting.setGrid(isShown)
  }

  reloadPicture(key: string) {
    this.#painting.reloadPicture(key)
  }

  showOverview(surface: Surface, board: Box, place: Box) {
    this.#painting.showOverview(surface, board, place)
  }

  invalidate() {
    this.#painting.requestFrame()
  }

  complete(): Promise<void> {
    return this.#painting.complete()
  }

  settled(): Promise<void> {
    return this.#painting.settled()
  }

  close() {
    for (const stop of this.#stops) stop()
    this.#input.close()
    this.#painting.close()
    this.element.remove()
  }

  #listen({ wheelZooms = false }: BoardViewOptions): PointerInput {
    return listenToPointers(this.element, {
      camera: () => this.camera,
      tool: () => this.#tool,
      isZoomWheel: () => wheelZooms,
      pan: (byX, byY) => this.#viewCamera.panBy(byX, byY),
      zoom: (about, factor) => this.#viewCamera.zoomBy(factor, about),
      move: move => this.#viewCamera.moveByKey(move),
    })
  }

  #watch(): (() => void)[] {
    return [
      watchSize(this.element, size => this.#viewCamera.resize(size)),
      watchPixelRatio(() => this.#painting.requestFrame()),
      watchFonts(() => this.#painting.repaintAll()),
      watchContextRestore(this.element, () => this.#change(null)),
      watchInput(this.element, () => this.#viewCamera.keepPosition()),
    ]
  }

  #change(ids: Iterable<string> | null) {
    this.#painting.change(ids)
    this.#viewCamera.fitInitially()
  }
}
