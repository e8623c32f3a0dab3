// The part of the Canvas 2D interface that the renderers use. The contexts of browsers and of Skia on the server both
// implement it.

export interface Surface {
  fillStyle: string | object
  strokeStyle: string | object
  lineWidth: number
  lineCap: 'butt' | 'round' | 'square'
  lineJoin: 'bevel' | 'round' | 'miter'
  globalAlpha: number
  globalCompositeOperation: string
  font: string
  textAlign: 'left' | 'center' | 'right' | 'start' | 'end'
  textBaseline: 'alphabetic' | 'middle' | 'top' | 'bottom' | 'hanging' | 'ideographic'
  save(): void
  restore(): void
  getTransform(): Transform
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void
  beginPath(): void
  closePath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void
  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void
  setLineDash(segments: number[]): void
  arc(x: number, y: number, radius: number, startAngle: number, endAngle: number): void
  ellipse(x: number, y: number, rx: number, ry: number, rotation: number, startAngle: number, endAngle: number): void
  rect(x: number, y: number, width: number, height: number): void
  roundRect(x: number, y: number, width: number, height: number, radii: number | number[]): void
  fill(rule?: 'nonzero' | 'evenodd'): void
  stroke(): void
  clip(): void
  fillRect(x: number, y: number, width: number, height: number): void
  clearRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  drawImage(picture: object, x: number, y: number, width: number, height: number): void
  drawImage(
    picture: object,
    ...rectangles: [
      sourceX: number,
      sourceY: number,
      sourceWidth: number,
      sourceHeight: number,
      x: number,
      y: number,
      width: number,
      height: number,
    ]
  ): void
}

export interface Transform {
  a: number
  d: number
  e: number
  f: number
}

/** Anything with a size that drawImage accepts: a decoded picture, a bitmap, another canvas. */
export interface Picture {
  readonly width: number
  readonly height: number
}

/** A separate transparent surface, and the picture of what has been drawn on it. */
export interface Layer {
  readonly surface: Surface
  readonly picture: Picture
}
