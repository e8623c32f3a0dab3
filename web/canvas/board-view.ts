// The interface of a board on the screen: camera, spatial queries, and the hooks for tools. Opened by
// open-board-view.ts.

import type { Box, Camera, Drawable, DrawOrder, Point, Surface, ThemeName } from '@tessera/drawing'
import type { DrawOverrides } from './board-content.ts'
import type { Margins, Size } from './camera.ts'
import type { PictureSource } from './picture-cache.ts'
import type { Tool } from './tool.ts'

/** The objects of the board. A changed object is a new value under the same id. */
export interface BoardSource {
  readonly objects: ReadonlyMap<string, Drawable>
  /**
   * Called with the ids that were added, changed or removed; null if everything may have changed. Returns how to
   * unsubscribe.
   */
  onChange(listener: (ids: Iterable<string> | null) => void): () => void
}

export interface BoardViewOptions {
  readonly source: BoardSource
  readonly pictures: PictureSource
  readonly theme: ThemeName
  /** The initial camera; by default the whole board is shown. */
  readonly camera?: Camera | null
  readonly grid?: boolean
  /** What panels cover, so that fitting and centering avoid it. */
  readonly margins?: Partial<Margins>
  /** What else covers parts of the board at the moment, in screen pixels. */
  readonly covers?: () => readonly Box[]
  /** Whether a mouse wheel zooms instead of panning. */
  readonly wheelZooms?: boolean
}

/** Paints above the objects, in board units. A length divided by `zoom` is one in screen pixels. */
export type Overlay = (surface: Surface, view: OverlayView) => void

export interface OverlayView {
  readonly camera: Camera
  readonly zoom: number
  readonly size: Size
  readonly theme: ThemeName
  readonly box: Box
}

export interface BoardView {
  readonly element: HTMLCanvasElement
  readonly camera: Camera
  /** Of the canvas, in screen pixels. */
  readonly size: Size
  /** The visible part of the board. */
  readonly viewBox: Box
  /** The position of the mouse or pen on the screen; null if it is not over the board. */
  readonly hovering: Point | null
  /** Called in the frame that shows the new camera, so that elements over the canvas can be moved with it. */
  onCamera(listener: (camera: Camera) => void): () => void
  setCamera(camera: Camera, how?: { animate?: boolean }): void
  /** Zooms around a point of the screen; by default the middle. */
  zoomTo(zoom: number, about?: Point, how?: { animate?: boolean }): void
  zoomBy(factor: number, about?: Point, how?: { animate?: boolean }): void
  /** Fits everything, or a box. */
  fit(box?: Box, how?: { animate?: boolean; maxZoom?: number }): void
  /** Zooms to an object; false if it does not exist. */
  goTo(id: string, how?: { animate?: boolean }): boolean
  /** Whether the camera is where fitting the box would put it. */
  isFitted(box: Box): boolean
  /** Moves as little as needed to bring the box into view. */
  reveal(box: Box, how?: { animate?: boolean }): void
  /** Whether panels cover part of the box. */
  isCovered(box: Box): boolean
  screenToBoard(point: Point): Point
  boardToScreen(point: Point): Point
  /** Converts the coordinates of an event. */
  clientToBoard(event: { clientX: number; clientY: number }): Point
  /** The topmost object; `slack` is in screen pixels. */
  objectAt(point: Point, how?: { slack?: number; isWanted?: (object: Drawable) => boolean }): Drawable | null
  objectsIn(box: Box, how?: 'touching' | 'whole'): Drawable[]
  /** The object as it is shown, with overrides. */
  find(id: string): Drawable | null
  boundsOf(id: string): Box | null
  /** The box of everything; null if the board is empty. */
  bounds(): Box | null
  /** Everything in a box, in drawing order. */
  drawOrderIn(box: Box): DrawOrder
  setTool(tool: Tool | null): void
  /** Cancels the gesture in progress, like Escape. */
  cancelGesture(): void
  setOverlay(overlay: Overlay | null): void
  setOverrides(overrides: DrawOverrides): void
  setPage(id: string, page: number): void
  setTheme(theme: ThemeName): void
  setGrid(isShown: boolean): void
  setMargins(margins: Partial<Margins>): void
  /** Loads a picture again that was not available. */
  reloadPicture(key: string): void
  /** Draws a box of the board onto a box of the surface, in device pixels, from the overview, which exists anyway. */
  showOverview(surface: Surface, board: Box, place: Box): void
  /** Called when the overview has changed. */
  onOverview(listener: () => void): () => void
  /** Repaints the overlay in the next frame. */
  invalidate(): void
  /** Resolves once everything in view is painted as well as possible for now; pictures may still be loading. */
  complete(): Promise<void>
  /**
   * Resolves once nothing is left to do: all pictures are loaded, and the surroundings of the view are painted ahead.
   */
  settled(): Promise<void>
  close(): void
}
