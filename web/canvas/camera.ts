// The camera as plain arithmetic: pan, zoom around a point, fit a box. It knows no screen and no time.

import type { Box, Camera, Point } from '@tessera/drawing'
import { touches } from './spatial-grid.ts'

export const minZoom = 0.01
export const maxZoom = 8

/** In screen pixels (CSS pixels). */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Space to leave around what is fitted, in screen pixels. Panels may cover some of it. */
export interface Margins {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

interface Room {
  readonly size: Size
  readonly margins: Margins
}

export const boardToScreen = ({ x, y, zoom }: Camera, point: Point): Point => ({
  x: (point.x - x) * zoom,
  y: (point.y - y) * zoom,
})

export const screenToBoard = ({ x, y, zoom }: Camera, point: Point): Point => ({
  x: x + point.x / zoom,
  y: y + point.y / zoom,
})

/** The width of a note on the screen, with some space around it. */
const roomForNote = 640
/** Leaves room for several notes side by side, with text of a usual size. */
const firstZoom = 0.5

/** On an empty board: the origin is in the middle, zoomed out far enough for a note to fit into the window. */
export function onEmptyBoard({ width, height }: Size): Camera {
  const zoom = width > 0 ? Math.max(minZoom, Math.min(firstZoom, width / roomForNote)) : firstZoom
  return { x: -width / 2 / zoom, y: -height / 2 / zoom, zoom }
}

/** Moves the camera as if a finger dragged the board, in screen pixels. */
export const panCamera = ({ x, y, zoom }: Camera, byX: number, byY: number): Camera =>
  withinBoard({ x: x - byX / zoom, y: y - byY / zoom, zoom })

/** The point of the board under `about`, a point of the screen, stays there. */
export function zoomCamera(camera: Camera, zoom: number, about: Point): Camera {
  const kept = screenToBoard(camera, about)
  const within = Math.min(maxZoom, Math.max(minZoom, zoom))
  return withinBoard({ x: kept.x - about.x / within, y: kept.y - about.y / within, zoom: within })
}

export const viewBox = ({ x, y, zoom }: Camera, { width, height }: Size): Box => ({
  x,
  y,
  width: width / zoom,
  height: height / zoom,
})

/** Shows the whole box, centered within the margins, zoomed in no further than `limit`. */
export function fitCamera(box: Box, size: Size, margins: Margins, limit = 1): Camera {
  const width = Math.max(1, size.width - margins.left - margins.right)
  const height = Math.max(1, size.height - margins.top - margins.bottom)
  const wanted = Math.min(width / Math.max(box.width, 1), height / Math.max(box.height, 1), limit)
  const zoom = Math.min(maxZoom, Math.max(minZoom, wanted))
  return withinBoard({
    x: box.x + box.width / 2 - (margins.left + width / 2) / zoom,
    y: box.y + box.height / 2 - (margins.top + height / 2) / zoom,
    zoom,
  })
}

/**
 * Shows the whole box, as large as possible, clear of what covers the screen, and as close to the center as possible.
 */
export const fitClearOf = (covers: readonly Box[], box: Box, { size, margins }: Room, limit = 1): Camera =>
  clearOf(covers, box, { size, margins }, free => {
    const { zoom } = fitCamera(box, size, free, limit)
    return revealBox(fitCamera(box, size, margins, zoom), box, size, free)
  })

/** Moves as little as needed to bring the box into view. Zooms out only if the box would not fit. */
export function revealBox(camera: Camera, box: Box, size: Size, margins: Margins): Camera {
  const width = (size.width - margins.left - margins.right) / camera.zoom
  const height = (size.height - margins.top - margins.bottom) / camera.zoom
  if (isLonger(box.width, width) || isLonger(box.height, height)) return fitCamera(box, size, margins, camera.zoom)
  const left = camera.x + margins.left / camera.zoom
  const top = camera.y + margins.top / camera.zoom
  return withinBoard({
    x: camera.x + moveIntoRange(box.x, box.width, left, width),
    y: camera.y + moveIntoRange(box.y, box.height, top, height),
    zoom: camera.zoom,
  })
}

/**
 * Places a box clear of what covers the screen: beside each cover, on the side that leaves the box largest, and of
 * those the nearest. If nothing covers it, it is where `place` puts it.
 */
export function clearOf(
  covers: readonly Box[],
  box: Box,
  { size, margins }: Room,
  place: (margins: Margins) => Camera,
): Camera {
  const plain = place(margins)
  const cover = covers.find(one => touches(onScreen(plain, box), one))
  if (!cover) return plain
  const others = covers.filter(one => one !== cover)
  const distance = ({ x, y }: Camera) => Math.hypot(x - plain.x, y - plain.y)
  const isBetter = (one: Camera, other: Camera) =>
    one.zoom === other.zoom ? distance(one) < distance(other) : one.zoom > other.zoom
  return marginsBeside(cover, size, margins)
    .map(free => clearOf(others, box, { size, margins: free }, place))
    .reduce((best, one) => (isBetter(one, best) ? one : best))
}

/** In screen pixels: keeps the name of a canvas visible above it. */
const gap = 22

const marginsBeside = ({ x, y, width, height }: Box, size: Size, margins: Margins): Margins[] => [
  { ...margins, bottom: Math.max(margins.bottom, size.height - y + gap) },
  { ...margins, right: Math.max(margins.right, size.width - x + gap) },
  { ...margins, left: Math.max(margins.left, x + width + gap) },
  { ...margins, top: Math.max(margins.top, y + height + gap) },
]

export const onScreen = (camera: Camera, box: Box): Box => ({
  ...boardToScreen(camera, box),
  width: box.width * camera.zoom,
  height: box.height * camera.zoom,
})

/**
 * A camera between two others. The center moves evenly over the screen while the zoom changes by equal factors;
 * otherwise a long distance would rush by at the end that is zoomed in.
 */
export function cameraBetween(from: Camera, to: Camera, size: Size, along: number): Camera {
  if (along <= 0) return from
  if (along >= 1) return to
  const zoom = from.zoom * (to.zoom / from.zoom) ** along
  const middle = { x: size.width / 2, y: size.height / 2 }
  const [start, end] = [screenToBoard(from, middle), screenToBoard(to, middle)]
  const share =
    Math.abs(to.zoom / from.zoom - 1) < 1e-6 ? along : (1 / zoom - 1 / from.zoom) / (1 / to.zoom - 1 / from.zoom)
  const center = { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share }
  return { x: center.x - middle.x / zoom, y: center.y - middle.y / zoom, zoom }
}

export const isSameCamera = (one: Camera, other: Camera) =>
  one.x === other.x && one.y === other.y && one.zoom === other.zoom

/** Objects are within a thousand million units of the origin. From farther away nobody would find them again. */
const farthest = 1.1e9

const withinBoard = ({ x, y, zoom }: Camera): Camera => ({
  x: Math.min(farthest, Math.max(-farthest, x)),
  y: Math.min(farthest, Math.max(-farthest, y)),
  zoom,
})

/** Ignores rounding errors of a box that fits exactly. */
const isLonger = (length: number, room: number) => length > room * (1 + 1e-9)

function moveIntoRange(at: number, length: number, from: number, room: number): number {
  if (at < from) return at - from
  return Math.max(0, at + length - from - room)
}
