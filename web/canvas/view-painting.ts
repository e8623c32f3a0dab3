// What a view shows, kept up to date frame by frame: whatever changes says what is to be painted anew, and who waits for
// the picture is told when it is there. Where one looks from is the camera's business.

import type { Box, Surface, ThemeName } from '@tessera/drawing'
import type { BoardContent, Moving } from './board-content.ts'
import type { BoardViewOptions, Overlay } from './board-view.ts'
import { type FrameLoop, startFrameLoop } from './frame-loop.ts'
import { loadPicture } from './load-picture.ts'
import { createPictureCache, type PictureCache } from './picture-cache.ts'
import { createScreen, type Screen } from './screen.ts'
import type { ViewCamera } from './view-camera.ts'
import { Listeners, Waiters } from './view-listeners.ts'

export class ViewPainting {
  readonly #content: BoardContent
  readonly #looking: ViewCamera
  readonly #pictures: PictureCache
  readonly #screen: Screen
  readonly #frames: FrameLoop
  readonly #overviewListeners = new Listeners()
  readonly onOverview = this.#overviewListeners.add
  readonly #completeWaiters = new Waiters()
  readonly #settledWaiters = new Waiters()

  constructor(canvas: HTMLCanvasElement, content: BoardContent, looking: ViewCamera, options: BoardViewOptions) {
    const { theme, grid = true } = options
    this.#content = content
    this.#looking = looking
    this.#pictures = createPictureCache(options.pictures, loadPicture, key => this.#pictureReady(key))
    this.#screen = createScreen(canvas, content, {
      theme,
      hasGrid: grid,
      picture: (key, pixels) => this.#pictures.find(key, pixels),
      onOverview: () => this.#overviewListeners.tell(),
    })
    this.#frames = startFrameLoop(timeMs => this.#frame(timeMs))
  }

  ask() {
    this.#frames.ask()
  }

  /** Of these objects, or of null: everything may have. */
  change(ids: Iterable<string> | null) {
    if (ids) this.#screen.repaint(this.#content.change(ids))
    else {
      this.#content.changeAll()
      this.#screen.restart()
    }
    this.#frames.ask()
  }

  setMoving(moving: Moving) {
    this.#screen.repaint(this.#content.setMoving(moving))
    this.#frames.ask()
  }

  setPage(id: string, page: number) {
    this.#screen.repaint(this.#content.setPage(id, page))
    this.#frames.ask()
  }

  setOverlay(overlay: Overlay | null) {
    this.#screen.overlay = overlay
    this.#frames.ask()
  }

  setTheme(theme: ThemeName) {
    this.#screen.setTheme(theme)
    this.#frames.ask()
  }

  setGrid(isShown: boolean) {
    this.#screen.hasGrid = isShown
    this.#frames.ask()
  }

  renewPicture(key: string) {
    this.#pictures.forget(key)
    this.#pictureReady(key)
  }

  repaintAll() {
    this.#screen.repaintAll()
    this.#frames.ask()
  }

  showOverview(surface: Surface, board: Box, place: Box) {
    this.#screen.showOverview(surface, board, place)
  }

  complete(): Promise<void> {
    this.#frames.ask()
    return this.#completeWaiters.wait()
  }

  settled(): Promise<void> {
    this.#frames.ask()
    return this.#settledWaiters.wait()
  }

  close() {
    this.#frames.stop()
    this.#pictures.close()
    this.#screen.close()
  }

  #pictureReady(key: string) {
    this.#screen.repaint(this.#content.boxesShowing(key))
    this.#frames.ask()
  }

  #frame(timeMs: number): boolean {
    const looking = this.#looking
    looking.advance(timeMs)
    const painted = this.#screen.paint(looking.camera, looking.size, timeMs)
    const { isMoving } = looking
    const isBusy = painted !== 'settled' || isMoving
    if (painted !== 'partly' && !isMoving) this.#completeWaiters.tell()
    if (!isBusy && !this.#pictures.isLoading) this.#settledWaiters.tell()
    return isBusy || this.#settledWaiters.areAny
  }
}
