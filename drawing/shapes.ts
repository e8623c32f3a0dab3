// Shapes that several renderers share: soft shadows, rounded boxes, small glyphs.

import type { Box } from './drawable.ts'
import type { Surface } from './surface.ts'

export function fillRounded(surface: Surface, { x, y, width, height }: Box, radius: number | number[], color: string) {
  surface.fillStyle = color
  surface.beginPath()
  surface.roundRect(x, y, width, height, radius)
  surface.fill()
}

export function strokeRounded(
  surface: Surface,
  { x, y, width, height }: Box,
  radius: number,
  line: { color: string; width: number },
) {
  const inset = line.width / 2
  surface.strokeStyle = line.color
  surface.lineWidth = line.width
  surface.beginPath()
  surface.roundRect(x + inset, y + inset, width - line.width, height - line.width, Math.max(0, radius - inset))
  surface.stroke()
}

/** How far a soft shadow reaches beyond its box. */
export const shadowReach = 30

/** Draws rings instead of using the blur of the canvas, which is slower in software than everything else together. */
export function softShadow(surface: Surface, { width, height }: Size, radius: number, strength: number, zoom: number) {
  if (zoom < shadowFrom) return
  // Black, because rounding would tint thin layers of any other color.
  surface.fillStyle = '#000000'
  drawRings(surface, { width, height }, radius, strength, Math.min(16, Math.max(5, Math.round(zoom * 18))))
  surface.globalAlpha = 1
}

/** Below this zoom objects are many, and their shadows are hardly visible. */
const shadowFrom = 0.12

function drawRings(surface: Surface, { width, height }: Size, radius: number, strength: number, rings: number) {
  surface.globalAlpha = strength / rings
  // The middle is left out: the object covers it anyway.
  const hole = Math.min(radius + 4, width / 2, height / 2)
  for (let ring = 0; ring < rings; ring++) {
    const outward = (1 - ring / rings) ** 1.7
    const spread = 18 * outward
    surface.beginPath()
    surface.roundRect(-spread, 2 + 10 * outward - spread, width + 2 * spread, height + 2 * spread, radius + spread)
    surface.rect(hole, hole, width - 2 * hole, height - 2 * hole)
    surface.fill('evenodd')
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** A landscape in a frame: the placeholder of a picture. */
export function pictureGlyph(surface: Surface, centerX: number, centerY: number, size: number, color: string) {
  const [width, height] = [size, size * 0.76]
  const [left, top] = [centerX - width / 2, centerY - height / 2]
  const line = size * 0.06
  strokeRounded(surface, { x: left, y: top, width, height }, size * 0.12, { color, width: line })
  surface.fillStyle = color
  surface.beginPath()
  surface.arc(left + width * 0.3, top + height * 0.34, size * 0.075, 0, 2 * Math.PI)
  surface.fill()
  surface.lineJoin = 'round'
  surface.lineCap = 'round'
  surface.beginPath()
  surface.moveTo(left + width * 0.16, top + height * 0.8)
  surface.lineTo(left + width * 0.38, top + height * 0.56)
  surface.lineTo(left + width * 0.5, top + height * 0.68)
  surface.lineTo(left + width * 0.68, top + height * 0.42)
  surface.lineTo(left + width * 0.84, top + height * 0.64)
  surface.stroke()
}

/** A globe: a web page. */
export function globeGlyph(surface: Surface, centerX: number, centerY: number, size: number, color: string) {
  const radius = size / 2
  surface.strokeStyle = color
  surface.lineWidth = size * 0.07
  surface.lineCap = 'round'
  surface.beginPath()
  surface.arc(centerX, centerY, radius, 0, 2 * Math.PI)
  surface.stroke()
  surface.beginPath()
  surface.ellipse(centerX, centerY, radius * 0.45, radius, 0, 0, 2 * Math.PI)
  surface.stroke()
  surface.beginPath()
  surface.moveTo(centerX - radius, centerY)
  surface.lineTo(centerX + radius, centerY)
  surface.stroke()
}

/** A triangle with an exclamation mark: an error. */
export function warningGlyph(surface: Surface, centerX: number, centerY: number, size: number, color: string) {
  const half = size / 2
  surface.strokeStyle = color
  surface.lineWidth = size * 0.08
  surface.lineJoin = 'round'
  surface.lineCap = 'round'
  surface.beginPath()
  surface.moveTo(centerX, centerY - half * 0.9)
  surface.lineTo(centerX + half, centerY + half * 0.8)
  surface.lineTo(centerX - half, centerY + half * 0.8)
  surface.closePath()
  surface.moveTo(centerX, centerY - half * 0.25)
  surface.lineTo(centerX, centerY + half * 0.2)
  surface.moveTo(centerX, centerY + half * 0.5)
  surface.lineTo(centerX, centerY + half * 0.51)
  surface.stroke()
}
