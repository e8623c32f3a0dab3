// A board on the screen: objects painted by drawing/, a camera that hands can move, and the hooks that a page builds its
// tools on. It changes no object and knows neither people nor the network.

import './board-fonts.css'
import type { Box, Camera, Drawable, DrawOrder, Point, Surface, ThemeName } from '@tessera/drawing'
import { addCanvas } from './add-canvas.ts'
import { type BoardContent, createBoardContent, type Moving } from './board-content.ts'
import type { BoardView, BoardViewOptions, Overlay } from './board-view.ts'
import type { Margins, Size } from './camera.ts'
import * as cameras from './camera.ts'
import { listenToPointers, type PointerInput } from './pointer-input.ts'
import type { Tool } from './tool.ts'
import { type How, ViewCamera } from './view-camera.ts'
import { ViewPainting } from './view-painting.ts'
import { watchFonts, watchLoss, watchPixelRatio, watchSize, watchUse } from './watch-screen.ts'

/** Fills the container with a canvas. */
export function openBoardView(container: HTMLElement, options: BoardViewOptions): BoardView {
  return new View(container, options)
}

class View implements BoardView {
  readonly element: HTMLCanvasElement
  readonly onCamera: BoardView['onCamera']
  readonly onOverview: BoardView['onOverview']
  readonly #content: BoardContent
  readonly #looking: ViewCamera
  readonly #painting: ViewPainting
  readonly #input: PointerInput
  readonly #stops: readonly (() => void)[]
  #tool: Tool | null = null

  constructor(container: HTMLElement, options: BoardViewOptions) {
    const { source } = options
    this.element = addCanvas(container)
    this.#content = createBoardContent(() => source.objects)
    const size = { width: this.element.clientWidth, height: this.element.clientHeight }
    this.#looking = new ViewCamera(size, this.#content, options, () => this.#painting.ask())
    this.#painting = new ViewPainting(this.element, this.#content, this.#looking, options)
    this.onCamera = this.#looking.onCamera
    this.onOverview = this.#painting.onOverview
    this.#input = this.#listen(options)
    this.#stops = [source.onChange(ids => this.#change(ids)), ...this.#watch()]
    this.#looking.placeFirst()
    this.#painting.ask()
  }

  get camera(): Camera {
    return this.#looking.camera
  }

  get size(): Size {
    return this.#looking.size
  }

  get viewBox(): Box {
    return cameras.viewBox(this.camera, this.size)
  }

  get hovering(): Point | null {
    return this.#input.hovering
  }

  setCamera(camera: Camera, how?: How) {
    this.#looking.set(camera, how)
  }

  zoomTo(zoom: number, about?: Point, how?: How) {
    this.#looking.zoomTo(zoom, about, how)
  }

  zoomBy(factor: number, about?: Point, how?: How) {
    this.#looking.zoomBy(factor, about, how)
  }

  fit(box?: Box, how?: How & { most?: number }) {
    this.#looking.fit(box, how)
  }

  goTo(id: string, how?: How): boolean {
    return this.#looking.goTo(id, how)
  }

  isFitted(box: Box): boolean {
    return this.#looking.isFitted(box)
  }

  reveal(box: Box, how?: How) {
    this.#looking.reveal(box, how)
  }

  isCovered(box: Box): boolean {
    return this.#looking.isCovered(box)
  }

  setMargins(margins: Partial<Margins>) {
    this.#looking.margins = { ...this.#looking.margins, ...margins }
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

  arrangedIn(box: Box): DrawOrder {
    return this.#content.arrangedIn(box)
  }

  setTool(tool: Tool | null) {
    this.#input.cancel()
    this.#tool = tool
    this.#input.renewCursor()
  }

  letGo() {
    this.#input.cancel()
    this.#input.renewCursor()
  }

  setOverlay(overlay: Overlay | null) {
    this.#painting.setOverlay(overlay)
  }

  setMoving(moving: Moving) {
    this.#painting.setMoving(moving)
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

  renewPicture(key: string) {
    this.#painting.renewPicture(key)
  }

  showOverview(surface: Surface, board: Box, place: Box) {
    this.#painting.showOverview(surface, board, place)
  }

  invalidate() {
    this.#painting.ask()
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
      pan: (byX, byY) => this.#looking.panBy(byX, byY),
      zoom: (about, factor) => this.#looking.zoomBy(factor, about),
      move: move => this.#looking.moveByKey(move),
    })
  }

  #watch(): (() => void)[] {
    return [
      watchSize(this.element, size => this.#looking.resize(size)),
      watchPixelRatio(() => this.#painting.ask()),
      watchFonts(() => this.#painting.repaintAll()),
      watchLoss(this.element, () => this.#change(null)),
      watchUse(this.element, () => this.#looking.stay()),
    ]
  }

  #change(ids: Iterable<string> | null) {
    this.#painting.change(ids)
    this.#looking.placeFirst()
  }
}
