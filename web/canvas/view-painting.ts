// Keeps the picture of a view up to date: collects what has to be repainted, paints in animation frames, and resolves
// those who wait for the picture. The camera is separate.

import type { Box, Surface, ThemeName } from '@tessera/drawing'
import type { BoardContent, DrawOverrides } from './board-content.ts'
import type { BoardViewOptions, Overlay } from './board-view.ts'
import { type FrameLoop, startFrameLoop } from './frame-loop.ts'
import { loadPicture } from './load-picture.ts'
import { createPictureCache, type PictureCache } from './picture-cache.ts'
import { createScreen, type Screen } from './screen.ts'
import type { ViewCamera } from './view-camera.ts'
import { Listeners, Waiters } from './view-listeners.ts'

export class ViewPainting {
  readonly #content: BoardContent
  readonly #viewCamera: ViewCamera
  readonly #pictures: PictureCache
  readonly #screen: Screen
  readonly #frames: FrameLoop
  readonly #overviewListeners = new Listeners()
  readonly onOverview = this.#overviewListeners.add
  readonly #completeWaiters = new Waiters()
  readonly #settledWaiters = new Waiters()

  constructor(canvas: HTMLCanvasElement, content: BoardContent, viewCamera: ViewCamera, options: BoardViewOptions) {
    const { theme, grid = true } = options
    this.#content = content
    this.#viewCamera = viewCamera
    this.#pictures = createPictureCache(options.pictures, loadPicture, key => this.#pictureReady(key))
    this.#screen = createScreen(canvas, content, {
      theme,
      hasGrid: grid,
      picture: (key, pixels) => this.#pictures.find(key, pixels),
      onOverview: () => this.#overviewListeners.notify(),
    })
    this.#frames = startFrameLoop(timeMs => this.#frame(timeMs))
  }

  requestFrame() {
    this.#frames.requestFrame()
  }

  /** The ids of changed objects; null if everything may have changed. */
  change(ids: Iterable<string> | null) {
    if (ids) this.#screen.repaint(this.#content.change(ids))
    else {
      this.#content.changeAll()
      this.#screen.restart()
    }
    this.#frames.requestFrame()
  }

  setOverrides(overrides: DrawOverrides) {
    this.#screen.repaint(this.#content.setOverrides(overrides))
    this.#frames.requestFrame()
  }

  setPage(id: string, page: number) {
    this.#screen.repaint(this.#content.setPage(id, page))
    this.#frames.requestFrame()
  }

  setOverlay(overlay: Overlay | null) {
    this.#screen.overlay = overlay
    this.#frames.requestFrame()
  }

  setTheme(theme: ThemeName) {
    this.#screen.setTheme(theme)
    this.#frames.requestFrame()
  }

  setGrid(isShown: boolean) {
    this.#screen.hasGrid = isShown
    this.#frames.requestFrame()
  }

  reloadPicture(key: string) {
    this.#pictures.forget(key)
    this.#pictureReady(key)
  }

  repaintAll() {
    this.#screen.repaintAll()
    this.#frames.requestFrame()
  }

  showOverview(surface: Surface, board: Box, place: Box) {
    this.#screen.showOverview(surface, board, place)
  }

  complete(): Promise<void> {
    this.#frames.requestFrame()
    return this.#completeWaiters.wait()
  }

  settled(): Promise<void> {
    this.#frames.requestFrame()
    return this.#settledWaiters.wait()
  }

  close() {
    this.#frames.stop()
    this.#pictures.close()
    this.#screen.close()
  }

  #pictureReady(key: string) {
    this.#screen.repaint(this.#content.boxesShowing(key))
    this.#frames.requestFrame()
  }

  #frame(timeMs: number): boolean {
    const viewCamera = this.#viewCamera
    viewCamera.advance(timeMs)
    const painted = this.#screen.paint(viewCamera.camera, viewCamera.size, timeMs)
    const { isMoving } = viewCamera
    const isBusy = painted !== 'settled' || isMoving
    if (painted !== 'partly' && !isMoving) this.#completeWaiters.resolveAll()
    if (!isBusy && !this.#pictures.isLoading) this.#settledWaiters.resolveAll()
    return isBusy || this.#settledWaiters.areAny
  }
}
