// The outline of each form of shape, and the part of it that holds the text.

import type { Box, Point, ShapeForm } from './drawable.ts'
import { close, curve, flatten, line, move, type Path, polygon } from './path.ts'

interface Size {
  readonly width: number
  readonly height: number
}

interface Form {
  /** From the top-left corner of the box. */
  readonly outline: (size: Size) => Path
  /** Lines inside the outline. */
  readonly details?: (size: Size) => Path
  /** What lies around the largest good place for text. */
  readonly inset: (size: Size) => Inset
  /** Between that place and the text. A straight edge needs more room than a corner that touches the outline. */
  readonly padding: number
}

/** From left, top, right and bottom, as fractions of the box. */
type Inset = readonly [left: number, top: number, right: number, bottom: number]

/** How far the control points of a cubic quarter circle lie from its ends, in radii. */
const kappa = 0.5523

const rounded = ({ width, height }: Size, radius: number): Path => {
  const r = Math.min(radius, width / 2, height / 2)
  const k = r * (1 - kappa)
  return [
    move(r, 0),
    line(width - r, 0),
    curve(width - k, 0, width, k, width, r),
    line(width, height - r),
    curve(width, height - k, width - k, height, width - r, height),
    line(r, height),
    curve(k, height, 0, height - k, 0, height - r),
    line(0, r),
    curve(0, k, k, 0, r, 0),
    close,
  ]
}

const cornerRadius = ({ width, height }: Size) => Math.min(width, height) * 0.16

const ellipse = ({ width, height }: Size): Path => {
  const [rx, ry] = [width / 2, height / 2]
  const [kx, ky] = [rx * kappa, ry * kappa]
  return [
    move(rx, 0),
    curve(rx + kx, 0, width, ry - ky, width, ry),
    curve(width, ry + ky, rx + kx, height, rx, height),
    curve(rx - kx, height, 0, ry + ky, 0, ry),
    curve(0, ry - ky, rx - kx, 0, rx, 0),
    close,
  ]
}

const rimHeight = ({ width, height }: Size) => Math.min(height * 0.14, width * 0.16)

/** Half an ellipse from one side of the cylinder to the other. */
const rim = ({ width }: Size, y: number, bulge: number, from: 'left' | 'right') => {
  const k = (width / 2) * kappa
  const ky = bulge * kappa
  const half = width / 2
  return from === 'left'
    ? [curve(0, y + ky, half - k, y + bulge, half, y + bulge), curve(half + k, y + bulge, width, y + ky, width, y)]
    : [curve(width, y + ky, half + k, y + bulge, half, y + bulge), curve(half - k, y + bulge, 0, y + ky, 0, y)]
}

const cylinder = (size: Size): Path => {
  const ry = rimHeight(size)
  return [
    move(0, ry),
    ...rim(size, ry, -ry, 'left'),
    line(size.width, size.height - ry),
    ...rim(size, size.height - ry, ry, 'right'),
    close,
  ]
}

/** The ends of the bulges of a cloud, as fractions of the box, and the control points before them. */
const bulges = [
  [0.07, 0.22, 0.27, 0.07, 0.38, 0.19],
  [0.46, -0.06, 0.73, -0.06, 0.75, 0.22],
  [0.95, 0.17, 1.04, 0.4, 0.94, 0.5],
  [1.07, 0.68, 0.95, 0.9, 0.77, 0.83],
  [0.7, 1.05, 0.46, 1.05, 0.41, 0.87],
  [0.3, 1.02, 0.1, 0.96, 0.13, 0.75],
  [-0.05, 0.7, -0.03, 0.44, 0.12, 0.42],
] as const

const cloud = ({ width, height }: Size): Path => [
  move(0.12 * width, 0.42 * height),
  ...bulges.map(([x1, y1, x2, y2, x, y]) =>
    curve(x1 * width, y1 * height, x2 * width, y2 * height, x * width, y * height),
  ),
  close,
]

/** A star of five points that fills the box. */
const star = ({ width, height }: Size): Path => {
  const points = Array.from({ length: 10 }, (_, index): [number, number] => {
    const radius = index % 2 === 0 ? 1 : 0.46
    const angle = (index * Math.PI) / 5
    return [radius * Math.sin(angle), -radius * Math.cos(angle)]
  })
  const [left, top] = [Math.min(...points.map(([x]) => x)), -1]
  const [spanX, spanY] = [-2 * left, Math.max(...points.map(([, y]) => y)) - top]
  return polygon(points.map(([x, y]) => [((x - left) / spanX) * width, ((y - top) / spanY) * height]))
}

const callout = ({ width, height }: Size): Path => {
  const bubble = { width, height: height * 0.8 }
  const [first, ...rest] = rounded(bubble, cornerRadius(bubble)).slice(0, -1)
  // The tail interrupts the bottom edge, which is the sixth command.
  return [
    first as (typeof rest)[number],
    ...rest.slice(0, 4),
    line(width * 0.42, bubble.height),
    line(width * 0.18, height),
    line(width * 0.22, bubble.height),
    ...rest.slice(4),
    close,
  ]
}

const headLength = ({ width, height }: Size) => Math.min(width * 0.5, height * 0.6)

const arrow = ({ width, height }: Size): Path => {
  const neck = width - headLength({ width, height })
  return polygon([
    [0, height * 0.25],
    [neck, height * 0.25],
    [neck, 0],
    [width, height / 2],
    [neck, height],
    [neck, height * 0.75],
    [0, height * 0.75],
  ])
}

const rectangle = ({ width, height }: Size): Path =>
  polygon([
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ])

const diamond = ({ width, height }: Size): Path =>
  polygon([
    [width / 2, 0],
    [width, height / 2],
    [width / 2, height],
    [0, height / 2],
  ])

const triangle = ({ width, height }: Size): Path =>
  polygon([
    [width / 2, 0],
    [width, height],
    [0, height],
  ])

/** How far the slanted sides of a parallelogram and of a hexagon reach into the box. */
const slantOf = ({ width, height }: Size) => Math.min(width * 0.25, height * 0.5)

const parallelogram = ({ width, height }: Size): Path => {
  const slant = slantOf({ width, height })
  return polygon([
    [slant, 0],
    [width, 0],
    [width - slant, height],
    [0, height],
  ])
}

const hexagon = ({ width, height }: Size): Path => {
  const cut = slantOf({ width, height })
  return polygon([
    [cut, 0],
    [width - cut, 0],
    [width, height / 2],
    [width - cut, height],
    [cut, height],
    [0, height / 2],
  ])
}

const fixed =
  (...inset: Inset) =>
  () =>
    inset

const insetSides = ({ width }: Size, side: number, end: number): Inset => [side / width, end, side / width, end]

const insetOfCylinder = (size: Size): Inset => {
  const rim = rimHeight(size) / size.height
  return [0, 2 * rim, 0, 0.5 * rim]
}

// biome-ignore format: a table
const forms: Readonly<Record<ShapeForm, Form>> = {
  rectangle:     { outline: rectangle,                                 padding: 10, inset: fixed(0, 0, 0, 0) },
  rounded:       { outline: size => rounded(size, cornerRadius(size)), padding: 8,  inset: fixed(0.03, 0.03, 0.03, 0.03) },
  ellipse:       { outline: ellipse,                                   padding: 2,  inset: fixed(0.147, 0.147, 0.147, 0.147) },
  diamond:       { outline: diamond,                                   padding: 1,  inset: fixed(0.25, 0.25, 0.25, 0.25) },
  triangle:      { outline: triangle,                                  padding: 2,  inset: fixed(0.255, 0.5, 0.255, 0.03) },
  parallelogram: { outline: parallelogram,                             padding: 4,  inset: size => insetSides(size, 0.86 * slantOf(size), 0.14) },
  hexagon:       { outline: hexagon,                                   padding: 4,  inset: size => insetSides(size, 0.8 * slantOf(size), 0.1) },
  cylinder:      { outline: cylinder,                                  padding: 8,  inset: insetOfCylinder, details: size => [move(0, rimHeight(size)), ...rim(size, rimHeight(size), rimHeight(size), 'left')] },
  cloud:         { outline: cloud,                                     padding: 2,  inset: fixed(0.16, 0.24, 0.16, 0.2) },
  star:          { outline: star,                                      padding: 0,  inset: fixed(0.285, 0.382, 0.285, 0.24) },
  callout:       { outline: callout,                                   padding: 8,  inset: fixed(0.03, 0.03, 0.03, 0.23) },
  arrow:         { outline: arrow,                                     padding: 4,  inset: size => [0, 0.25, (0.5 * headLength(size)) / size.width, 0.25] },
}

export const shapeOutline = (form: ShapeForm, size: Size): Path => forms[form].outline(size)

export const shapeDetails = (form: ShapeForm, size: Size): Path => forms[form].details?.(size) ?? []

/** The outline as a closed line. */
export const shapeBoundary = (form: ShapeForm, size: Size): Point[] => flatten(shapeOutline(form, size))

/** Where text goes. */
export function shapeTextBox(form: ShapeForm, { width, height }: Size): Box {
  const { inset, padding } = forms[form]
  const [left, top, right, bottom] = inset({ width, height })
  const [innerWidth, innerHeight] = [(1 - left - right) * width, (1 - top - bottom) * height]
  const around = Math.min(padding, innerWidth / 6, innerHeight / 6)
  return {
    x: left * width + around,
    y: top * height + around,
    width: innerWidth - 2 * around,
    height: innerHeight - 2 * around,
  }
}
