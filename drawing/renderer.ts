// What every kind's look has to say. A look draws its object with the top-left corner at the origin and unscaled; the
// scene puts it in its place, so coordinates stay small and exact however far out on the board an object lies.

import type { Box, Drawable, Point } from './drawable.ts'
import type { Theme } from './palette.ts'
import type { Picture, Surface } from './surface.ts'

export interface Renderer<T extends Drawable> {
  /** Canvases lie on the ground, everything else on the board above it, and what pens drew on top. */
  readonly layer: 'ground' | 'board' | 'ink'
  frame(object: T): Frame
  /** With the state of the surface as it found it, but for colours, line and font. */
  draw(surface: Surface, object: T, scene: RenderContext): void
  /** What of an object on the ground is to be seen above all of the ground, and below everything on the board. */
  drawLabel?(surface: Surface, object: T, scene: RenderContext): void
  /** Whether a point, counted from the corner and unscaled, is on the object; the touch is in the same units. */
  hits(object: T, point: Point, touch: HitTolerance): boolean
  /** Whether a box drawn around things, counted from the corner and unscaled, takes the object; else a touch is enough. */
  isSelectedBy?(object: T, box: Box): boolean
  /** How many units of the screen a unit of the object needs for the full look to be worth drawing. */
  minDetailZoom(object: T): number
  /** The one colour of an object that is only a few pixels high, where one colour says it all. */
  tinyColor?(object: T): string
  /** What is painted beyond the frame, in its units: a shadow, text that runs over. */
  overflow?(object: T): Partial<Overflow>
  /** What `Scene.picture` is asked for. */
  pictureKey?(object: T): string
  /** The object this one is drawn on, whose corner it counts from. */
  attachedTo?(object: T): string | null
  erases?(object: T): boolean
}

/** How exactly a point is meant. */
export interface HitTolerance {
  /** How far beside it still counts: for fingers and thin lines. */
  readonly slack: number
  /** How many units of the screen a unit takes up: what is painted larger from afar is there to be touched. */
  readonly zoom: number
}

export const exactHit: HitTolerance = { slack: 0, zoom: 1 }

/** Where an object is, in the board's units, and its size before scaling. */
export interface Frame extends Box {
  readonly scale: number
}

interface Overflow {
  readonly around: number
  readonly above: number
  readonly below: number
}

export interface RenderContext {
  readonly theme: Theme
  /** Far: too small to read; blocks of colour and bars for lines. */
  readonly detail: 'full' | 'far'
  /** How many units of the screen a unit of the object takes up. */
  readonly zoom: number
  /** True where an object's ink follows the board's theme: not on another object. */
  readonly onBoard: boolean
  /** A picture by its key, for being shown so many units of the screen wide; null while there is none. */
  picture(key: string, width: number): Picture | null
}

type Size = Pick<Box, 'width' | 'height'>

export const insideFrame = ({ width, height }: Size, point: Point, { slack }: Pick<HitTolerance, 'slack'>) =>
  point.x >= -slack && point.y >= -slack && point.x <= width + slack && point.y <= height + slack
