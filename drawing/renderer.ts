// The interface of a kind's renderer. It draws its object unscaled with the top-left corner at the origin; the scene
// positions it, so coordinates stay small and exact however far out on the board an object lies.

import type { TextLink } from './draw-text.ts'
import type { Box, Drawable, Point } from './drawable.ts'
import type { Theme } from './palette.ts'
import type { Picture, Surface } from './surface.ts'

export interface Renderer<T extends Drawable> {
  /** From bottom to top: canvases are on the `ground`, strokes are `ink`, everything else is on the `board`. */
  readonly layer: 'ground' | 'board' | 'ink'
  frame(object: T): Frame
  /** Must leave the state of the surface as it was, except for colors, line and font. */
  draw(surface: Surface, object: T, scene: RenderContext): void
  /** Draws the part of a ground object that lies above the whole ground and below the board layer. */
  drawLabel?(surface: Surface, object: T, scene: RenderContext): void
  /** The outline as a closed line, relative to the corner and unscaled; without it, the frame is the outline. */
  outline?(object: T): readonly Point[]
  /** Whether a point, relative to the corner and unscaled, is on the object. The tolerance is in the same units. */
  hits(object: T, point: Point, touch: HitTolerance): boolean
  /** The links in the text, relative to the corner and unscaled. */
  links?(object: T): readonly TextLink[]
  /** The address of the web page that the whole object stands for. */
  pageAddress?(object: T): string
  /** Whether a selection box, relative to the corner and unscaled, selects the object. By default it must overlap. */
  isSelectedBy?(object: T, box: Box): boolean
  /** The zoom from which the object is drawn in full detail. */
  minDetailZoom(object: T): number
  /** The color of an object that is only a few pixels high, if one color is enough. */
  tinyColor?(object: T): string
  /** The color inside of the outline, for the ink drawn on it; `none` if what is below shows. Pictures have no such color. */
  fill?(object: T): string
  /** What is painted beyond the frame, in its units: a shadow, overflowing text. */
  overflow?(object: T): Partial<Overflow>
  /** The key that `RenderContext.picture` is called with. */
  pictureKey?(object: T): string
  /** The id of the object that this one is drawn on and relative to. */
  attachedTo?(object: T): string | null
  erases?(object: T): boolean
  /** The CSS colors that the values of its color field stand for, if they are names and the same in every theme. */
  readonly swatches?: Readonly<Record<string, { readonly fill: string }>>
}

/** How close a point must be to hit an object. */
export interface HitTolerance {
  /** The distance that still counts as a hit: for fingers and thin lines. */
  readonly slack: number
  /** Screen units per unit: some parts are painted larger when zoomed out, and can be hit there. */
  readonly zoom: number
}

export const exactHit: HitTolerance = { slack: 0, zoom: 1 }

/** The position of an object in board units, and its size before scaling. */
export interface Frame extends Box {
  readonly scale: number
  /** Degrees clockwise about the center; 0 if not set. */
  readonly rotation?: number
}

interface Overflow {
  readonly around: number
  readonly above: number
  readonly below: number
}

export interface RenderContext {
  readonly theme: Theme
  /** `far`: too small to read, drawn as blocks of color with bars for lines. */
  readonly detail: 'full' | 'far'
  /** Screen units per unit of the object. */
  readonly zoom: number
  /** The colors of pens on what the object is drawn on. */
  readonly pens: Theme['pens']
  /** A picture by its key, to be shown at this width in screen units; null while there is none. */
  picture(key: string, width: number): Picture | null
}

type Size = Pick<Box, 'width' | 'height'>

export const insideFrame = ({ width, height }: Size, point: Point, { slack }: Pick<HitTolerance, 'slack'>) =>
  point.x >= -slack && point.y >= -slack && point.x <= width + slack && point.y <= height + slack
