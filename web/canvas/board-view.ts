// What a page has in hand when it shows a board: the camera, what is where, and the hooks that tools are built on. Opened
// by open-board-view.ts.

import type { Box, Camera, Drawable, DrawOrder, Point, Surface, ThemeName } from '@tessera/drawing'
import type { DrawOverrides } from './board-content.ts'
import type { Margins, Size } from './camera.ts'
import type { PictureSource } from './picture-cache.ts'
import type { Tool } from './tool.ts'

/** The objects, as whoever holds them keeps them. A changed object is a new value under the same id. */
export interface BoardSource {
  readonly objects: ReadonlyMap<string, Drawable>
  /** `ids` that were added, changed or removed; null where everything may have. Answers how to stop listening. */
  onChange(listener: (ids: Iterable<string> | null) => void): () => void
}

export interface BoardViewOptions {
  readonly source: BoardSource
  readonly pictures: PictureSource
  readonly theme: ThemeName
  /** Where it looks first; without it the whole board. */
  readonly camera?: Camera | null
  readonly grid?: boolean
  /** What panels cover, so that fitting and going to an object leave that free. */
  readonly margins?: Partial<Margins>
  /** What else lies over parts of the board by then, in units of the screen: both keep clear of it. */
  readonly covers?: () => readonly Box[]
  /** Whether a mouse wheel zooms instead of panning. */
  readonly wheelZooms?: boolean
}

/** Paints above the objects, in the board's units; a length divided by `zoom` is one of the screen. */
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
  /** Of the canvas, in units of the screen. */
  readonly size: Size
  /** The part of the board that is in view. */
  readonly viewBox: Box
  /** Where the mouse or pen is, on the screen; null while it is elsewhere. */
  readonly hovering: Point | null
  /** Told in the frame that shows the new camera: what lies over the canvas can be moved along with it. */
  onCamera(listener: (camera: Camera) => void): () => void
  setCamera(camera: Camera, how?: { animate?: boolean }): void
  /** About a point of the screen; without it about the middle. */
  zoomTo(zoom: number, about?: Point, how?: { animate?: boolean }): void
  zoomBy(factor: number, about?: Point, how?: { animate?: boolean }): void
  /** Everything, or a box. */
  fit(box?: Box, how?: { animate?: boolean; maxZoom?: number }): void
  /** Brings an object to the middle; false where there is no such object. */
  goTo(id: string, how?: { animate?: boolean }): boolean
  /** Whether it looks as fitting that box would have it. */
  isFitted(box: Box): boolean
  /** Moves as little as needed to have the box in view. */
  reveal(box: Box, how?: { animate?: boolean }): void
  /** Whether panels cover some of the box. */
  isCovered(box: Box): boolean
  screenToBoard(point: Point): Point
  boardToScreen(point: Point): Point
  /** From the coordinates of an event. */
  clientToBoard(event: { clientX: number; clientY: number }): Point
  /** The uppermost one; `slack` in units of the screen. */
  objectAt(point: Point, how?: { slack?: number; isWanted?: (object: Drawable) => boolean }): Drawable | null
  objectsIn(box: Box, how?: 'touching' | 'whole'): Drawable[]
  /** As it is shown, motion included. */
  find(id: string): Drawable | null
  boundsOf(id: string): Box | null
  /** Of everything; null where the board is empty. */
  bounds(): Box | null
  /** Everything in a box with what lies above what: for a picture of a part of the board. */
  drawOrderIn(box: Box): DrawOrder
  setTool(tool: Tool | null): void
  /** Takes the pointer away from whoever has it, as Escape does. */
  cancelGesture(): void
  setOverlay(overlay: Overlay | null): void
  setOverrides(overrides: DrawOverrides): void
  setPage(id: string, page: number): void
  setTheme(theme: ThemeName): void
  setGrid(isShown: boolean): void
  setMargins(margins: Partial<Margins>): void
  /** Looks anew for a picture that was not there. */
  reloadPicture(key: string): void
  /** A box of the board onto a box of the surface, from the small picture of everything that is kept anyway. */
  showOverview(surface: Surface, board: Box, place: Box): void
  /** Told when that picture has changed. */
  onOverview(listener: () => void): () => void
  /** Paints the overlay anew in the next frame. */
  invalidate(): void
  /** Once all that is in view has been painted as well as it can be for now; pictures may still be on their way. */
  complete(): Promise<void>
  /** Once nothing is left to do: every picture there, what lies around the view painted ahead. */
  settled(): Promise<void>
  close(): void
}
