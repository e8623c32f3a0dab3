// Where one looks from, as plain arithmetic: pan, zoom about a point, fit a box. Knows no screen and no time.

import type { Box, Camera, Point } from '@tessera/drawing'
import { touches } from './spatial-grid.ts'

export const minZoom = 0.01
export const maxZoom = 8

/** In units of the screen (CSS pixels). */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Room that is kept free around what is fitted, in units of the screen: panels may cover some of it. */
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

/** What a note takes on the screen at its own size, with some room around it. */
const roomForNote = 640
/** There is room for several notes beside each other, with letters of a size people write in. */
const firstZoom = 0.5

/** On an empty board: its origin in the middle, and no closer than that a note fits into the window. */
export function onEmptyBoard({ width, height }: Size): Camera {
  const zoom = width > 0 ? Math.max(minZoom, Math.min(firstZoom, width / roomForNote)) : firstZoom
  return { x: -width / 2 / zoom, y: -height / 2 / zoom, zoom }
}

/** As if a finger pulled the board by so much of the screen. */
export const panned = ({ x, y, zoom }: Camera, byX: number, byY: number): Camera =>
  withinBoard({ x: x - byX / zoom, y: y - byY / zoom, zoom })

/** The point of the board below `about`, a point of the screen, stays there. */
export function zoomedTo(camera: Camera, zoom: number, about: Point): Camera {
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

/** The whole box in the middle of what the margins leave, never larger than `limit`. */
export function fitted(box: Box, size: Size, margins: Margins, limit = 1): Camera {
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
 * The whole box as large as it is clear of what covers parts of the screen, and as near to the middle of what the margins
 * leave as it is at that size.
 */
export const fittedClearOf = (covers: readonly Box[], box: Box, { size, margins }: Room, limit = 1): Camera =>
  clearOf(covers, box, { size, margins }, free => {
    const { zoom } = fitted(box, size, free, limit)
    return revealed(fitted(box, size, margins, zoom), box, size, free)
  })

/** Moves as little as needed to have the box in view; leaves the zoom alone unless the box would not fit. */
export function revealed(camera: Camera, box: Box, size: Size, margins: Margins): Camera {
  const width = (size.width - margins.left - margins.right) / camera.zoom
  const height = (size.height - margins.top - margins.bottom) / camera.zoom
  if (isLonger(box.width, width) || isLonger(box.height, height)) return fitted(box, size, margins, camera.zoom)
  const left = camera.x + margins.left / camera.zoom
  const top = camera.y + margins.top / camera.zoom
  return withinBoard({
    x: camera.x + moveIntoRange(box.x, box.width, left, width),
    y: camera.y + moveIntoRange(box.y, box.height, top, height),
    zoom: camera.zoom,
  })
}

/**
 * Places a box clear of what covers parts of the screen, in its units: on the side of each that leaves the box largest,
 * and of those the nearest. Where nothing covers it, that is as `place` has it.
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

/** On the screen: the name of a canvas stands above it. */
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
 * A camera on the way from one to the other. What lies in the middle moves evenly over the screen while the zoom grows by
 * equal factors; otherwise a long way would rush by at its near end.
 */
export function between(from: Camera, to: Camera, size: Size, along: number): Camera {
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

/** Objects lie within a thousand million units of the middle; a camera that strays further could never find back. */
const farthest = 1.1e9

const withinBoard = ({ x, y, zoom }: Camera): Camera => ({
  x: Math.min(farthest, Math.max(-farthest, x)),
  y: Math.min(farthest, Math.max(-farthest, y)),
  zoom,
})

/** By more than what rounding makes of a box that fits exactly. */
const isLonger = (length: number, room: number) => length > room * (1 + 1e-9)

function moveIntoRange(at: number, length: number, from: number, room: number): number {
  if (at < from) return at - from
  return Math.max(0, at + length - from - room)
}
