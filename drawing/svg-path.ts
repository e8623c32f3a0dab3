// Builds the path data of an SVG from the calls of a canvas, and the box around its points.

import type { Box } from './drawable.ts'

export class SvgPath {
  #data = ''
  #left = Infinity
  #top = Infinity
  #right = -Infinity
  #bottom = -Infinity

  get data(): string {
    return this.#data
  }

  /** Control points count, so the box of a curve may be too large. */
  get box(): Box {
    if (this.#right < this.#left) return { x: 0, y: 0, width: 0, height: 0 }
    return { x: this.#left, y: this.#top, width: this.#right - this.#left, height: this.#bottom - this.#top }
  }

  closePath() {
    if (this.#data !== '') this.#data += 'Z'
  }

  moveTo(x: number, y: number) {
    this.#data += `M${this.#point(x, y)}`
  }

  lineTo(x: number, y: number) {
    this.#data += `${this.#data === '' ? 'M' : 'L'}${this.#point(x, y)}`
  }

  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number) {
    this.#data += `Q${this.#point(controlX, controlY)} ${this.#point(x, y)}`
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number) {
    this.#data += `C${this.#point(x1, y1)} ${this.#point(x2, y2)} ${this.#point(x, y)}`
  }

  /** An arc of an SVG cannot be a whole ellipse, so that is drawn as two halves. */
  ellipse(x: number, y: number, rx: number, ry: number, rotation: number, startAngle: number, endAngle: number) {
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
    const at = (angle: number): [number, number] => {
      const [alongX, alongY] = [rx * Math.cos(angle), ry * Math.sin(angle)]
      return [x + cos * alongX - sin * alongY, y + sin * alongX + cos * alongY]
    }
    const turn = clockwiseTurn(startAngle, endAngle)
    const reach = Math.max(rx, ry)
    this.#include(x - reach, y - reach)
    this.#include(x + reach, y + reach)
    this.lineTo(...at(startAngle))
    const radii = `${shortNumber(rx)} ${shortNumber(ry)} ${shortNumber((rotation * 180) / Math.PI)}`
    for (const end of turn > Math.PI ? [startAngle + turn / 2, startAngle + turn] : [startAngle + turn]) {
      this.#data += `A${radii} 0 1 ${this.#point(...at(end))}`
    }
  }

  rect(x: number, y: number, width: number, height: number) {
    this.moveTo(x, y)
    this.#data += `h${shortNumber(width)}v${shortNumber(height)}h${shortNumber(-width)}Z`
    this.#include(x + width, y + height)
  }

  /** Radii clockwise from the top left, reduced if two of them are longer than their side. */
  roundRect(x: number, y: number, width: number, height: number, radii: number | readonly number[]) {
    const [topLeft = 0, topRight = topLeft, bottomRight = topLeft, bottomLeft = topRight] =
      typeof radii === 'number' ? [radii] : radii
    const fits = Math.min(
      1,
      width / (topLeft + topRight),
      width / (bottomLeft + bottomRight),
      height / (topLeft + bottomLeft),
      height / (topRight + bottomRight),
    )
    const [tl, tr, br, bl] = [topLeft * fits, topRight * fits, bottomRight * fits, bottomLeft * fits]
    const [right, bottom] = [x + width, y + height]
    this.moveTo(x + tl, y)
    this.lineTo(right - tr, y)
    this.#corner(tr, right, y + tr)
    this.lineTo(right, bottom - br)
    this.#corner(br, right - br, bottom)
    this.lineTo(x + bl, bottom)
    this.#corner(bl, x, bottom - bl)
    this.lineTo(x, y + tl)
    this.#corner(tl, x + tl, y)
    this.closePath()
  }

  #corner(radius: number, x: number, y: number) {
    if (radius > 0) this.#data += `A${shortNumber(radius)} ${shortNumber(radius)} 0 0 1 ${this.#point(x, y)}`
  }

  #point(x: number, y: number): string {
    this.#include(x, y)
    return `${shortNumber(x)} ${shortNumber(y)}`
  }

  #include(x: number, y: number) {
    this.#left = Math.min(this.#left, x)
    this.#right = Math.max(this.#right, x)
    this.#top = Math.min(this.#top, y)
    this.#bottom = Math.max(this.#bottom, y)
  }
}

/** With at most three decimals: a thousandth of a board unit is invisible. */
export const shortNumber = (value: number): string =>
  Number.isFinite(value) ? String(Math.round(value * 1_000) / 1_000 || 0) : '0'

function clockwiseTurn(startAngle: number, endAngle: number): number {
  const whole = 2 * Math.PI
  if (endAngle - startAngle >= whole) return whole
  return (((endAngle - startAngle) % whole) + whole) % whole
}
