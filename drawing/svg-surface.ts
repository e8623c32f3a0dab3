// Draws as SVG what a canvas would paint. Fonts are named, not embedded: the caller has their files.

import type { Box } from './drawable.ts'
import type { Layer, Surface, Transform } from './surface.ts'
import type { SvgDefinitions, SvgPicture } from './svg-definitions.ts'
import { renderElements, type SvgElement } from './svg-elements.ts'
import { escapeXml, type Matrix, paintAttributes, transformAttribute } from './svg-markup.ts'
import { SvgPath, shortNumber } from './svg-path.ts'

/** The state that `save` and `restore` keep, besides the transform, clip and dash. */
const styleNames = [
  ...['fillStyle', 'strokeStyle', 'lineWidth', 'lineCap', 'lineJoin', 'globalAlpha', 'globalCompositeOperation'],
  ...['font', 'textAlign', 'textBaseline'],
] as (keyof SvgSurface)[]

/** The width of a text in a font, as a canvas measures it. */
export type MeasureText = (text: string, font: string) => number

interface SavedState {
  readonly styles: object
  readonly transform: Matrix
  readonly clip: string
  readonly dash: readonly number[]
}

export class SvgSurface implements Surface {
  fillStyle: string | object = '#000000'
  strokeStyle: string | object = '#000000'
  lineWidth = 1
  lineCap: Surface['lineCap'] = 'butt'
  lineJoin: Surface['lineJoin'] = 'miter'
  globalAlpha = 1
  globalCompositeOperation = 'source-over'
  font = 'normal normal 10px sans-serif'
  textAlign: Surface['textAlign'] = 'left'
  textBaseline: Surface['textBaseline'] = 'alphabetic'
  readonly #definitions: SvgDefinitions
  readonly #measure: MeasureText
  readonly #saved: SavedState[] = []
  #transform: Matrix = [1, 0, 0, 1, 0, 0]
  #clip = ''
  #dash: readonly number[] = []
  #path = new SvgPath()
  #elements: SvgElement[] = []

  constructor(definitions: SvgDefinitions, measure: MeasureText) {
    this.#definitions = definitions
    this.#measure = measure
  }

  /** What has been drawn. */
  get markup(): string {
    return renderElements(this.#elements, this.#definitions)
  }

  save() {
    const styles = Object.fromEntries(styleNames.map(name => [name, this[name]]))
    this.#saved.push({ styles, transform: this.#transform, clip: this.#clip, dash: this.#dash })
  }

  restore() {
    const saved = this.#saved.pop()
    if (!saved) return
    Object.assign(this, saved.styles)
    this.#transform = saved.transform
    this.#clip = saved.clip
    this.#dash = saved.dash
  }

  getTransform(): Transform {
    const [a, , , d, e, f] = this.#transform
    return { a, d, e, f }
  }

  setTransform(...transform: Matrix) {
    this.#transform = transform
  }

  setLineDash(segments: number[]) {
    this.#dash = segments
  }

  beginPath() {
    this.#path = new SvgPath()
  }

  closePath() {
    this.#path.closePath()
  }

  moveTo(x: number, y: number) {
    this.#path.moveTo(x, y)
  }

  lineTo(x: number, y: number) {
    this.#path.lineTo(x, y)
  }

  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number) {
    this.#path.quadraticCurveTo(controlX, controlY, x, y)
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number) {
    this.#path.bezierCurveTo(x1, y1, x2, y2, x, y)
  }

  arc(x: number, y: number, radius: number, startAngle: number, endAngle: number) {
    this.#path.ellipse(x, y, radius, radius, 0, startAngle, endAngle)
  }

  ellipse(x: number, y: number, rx: number, ry: number, rotation: number, startAngle: number, endAngle: number) {
    this.#path.ellipse(x, y, rx, ry, rotation, startAngle, endAngle)
  }

  rect(x: number, y: number, width: number, height: number) {
    this.#path.rect(x, y, width, height)
  }

  roundRect(x: number, y: number, width: number, height: number, radii: number | number[]) {
    this.#path.roundRect(x, y, width, height, radii)
  }

  fill(rule?: 'nonzero' | 'evenodd') {
    const { data, box } = this.#path
    if (data === '') return
    const paint = `${this.#fillAttributes()}${rule === 'evenodd' ? ' fill-rule="evenodd"' : ''}`
    this.#add(box, attributes => `<path d="${data}"${paint}${attributes}/>`)
  }

  stroke() {
    const { data, box } = this.#path
    if (data === '') return
    const { lineWidth, lineCap, lineJoin } = this
    const dash = this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.map(shortNumber).join(' ')}"` : ''
    const line =
      ` stroke-width="${shortNumber(lineWidth)}"${lineCap === 'butt' ? '' : ` stroke-linecap="${lineCap}"`}` +
      `${lineJoin === 'miter' ? '' : ` stroke-linejoin="${lineJoin}"`}${dash}`
    const paint = ` fill="none"${paintAttributes('stroke', this.#colorOf(this.strokeStyle), this.globalAlpha)}${line}`
    const reach = lineWidth * (lineJoin === 'miter' ? 5 : 1)
    this.#add(grow(box, reach), attributes => `<path d="${data}"${paint}${attributes}/>`)
  }

  clip() {
    const { data } = this.#path
    const transform = transformAttribute(this.#transform)
    const outer = this.#clip && ` clip-path="url(#${this.#clip})"`
    this.#clip = this.#definitions.add(id => `<clipPath id="${id}"${outer}><path d="${data}"${transform}/></clipPath>`)
  }

  fillRect(x: number, y: number, width: number, height: number) {
    const size = `x="${shortNumber(x)}" y="${shortNumber(y)}" width="${shortNumber(width)}" height="${shortNumber(height)}"`
    const paint = this.#fillAttributes()
    this.#add({ x, y, width, height }, attributes => `<rect ${size}${paint}${attributes}/>`)
  }

  /** Renderers clear whole layers only. */
  clearRect() {
    this.#elements = []
  }

  fillText(text: string, x: number, y: number) {
    const shown = text.replace(/[\t\n\r\f]/g, ' ')
    const [, style, weight, size, families] = /^(\S+) (\S+) ([\d.e+-]+)px (.+)$/.exec(this.font) ?? []
    if (!style || !weight || !size || !families) throw new Error(`unknown form of font: ${this.font}`)
    const name = this.#definitions.addFont(style, weight, families, shown)
    const anchor = anchors[this.textAlign]
    const place = `x="${shortNumber(x)}" y="${shortNumber(y)}" class="${name}" font-size="${shortNumber(Number(size))}"`
    const paint = this.#fillAttributes() + (anchor ? ` text-anchor="${anchor}"` : '')
    const words = this.#placeWords(shown, x)
    const length = shown.length * Number(size)
    const box = { x: x - length, y: y - 2 * Number(size), width: 2 * length, height: 3 * Number(size) }
    this.#add(box, attributes => `<text ${place}${paint}${attributes}>${words}</text>`)
  }

  /** Each word at its own position, because a canvas does not move letters closer to a space and an SVG does. */
  #placeWords(text: string, x: number): string {
    if (!leftToRight.test(text) || this.textAlign !== 'left') return escapeXml(text)
    return Array.from(text.matchAll(/[^ ]+ */g), ({ 0: word, index }) => {
      if (index === 0) return escapeXml(word)
      const left = x + this.#measure(text.slice(0, index), this.font)
      return `<tspan x="${shortNumber(left)}">${escapeXml(word)}</tspan>`
    }).join('')
  }

  drawImage(picture: object, ...numbers: number[]) {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.slice(-4)
    const { width: wide, height: high } = picture as SvgPicture
    const [fromX = 0, fromY = 0, fromWidth = wide, fromHeight = high] = numbers.length > 4 ? numbers : []
    const alpha = this.globalAlpha < 1 ? ` opacity="${shortNumber(this.globalAlpha)}"` : ''
    const scaled: Matrix = [width / fromWidth, 0, 0, height / fromHeight, x, y]
    const box = { x, y, width, height }
    if (picture instanceof SvgLayerPicture) {
      const { markup } = picture.surface
      if (markup === '') return
      const group = `<g${transformAttribute(scaled)} style="isolation:isolate"${alpha}>${markup}</g>`
      return this.#add(box, attributes => `<g${attributes}>${group}</g>`)
    }
    const use = `<use xlink:href="#${this.#definitions.addPicture(picture as SvgPicture)}"`
    if (numbers.length <= 4) {
      return this.#add(box, attributes => `<g${attributes}>${use}${transformAttribute(scaled)}${alpha}/></g>`)
    }
    const area = `x="${shortNumber(x)}" y="${shortNumber(y)}" width="${shortNumber(width)}" height="${shortNumber(height)}"`
    const view = [fromX, fromY, fromWidth, fromHeight].map(shortNumber).join(' ')
    const cropped = `<svg ${area} viewBox="${view}" preserveAspectRatio="none"${alpha}>${use}/></svg>`
    this.#add(box, attributes => (attributes ? `<g${attributes}>${cropped}</g>` : cropped))
  }

  #fillAttributes(): string {
    return paintAttributes('fill', this.#colorOf(this.fillStyle), this.globalAlpha)
  }

  /** An eraser is black in a mask, whatever its color. */
  #colorOf(color: string | object): string | object {
    return this.#isErasing ? '#000000' : color
  }

  get #isErasing(): boolean {
    return this.globalCompositeOperation === 'destination-out'
  }

  #add(box: Box, render: SvgElement['render']) {
    const mode = this.globalCompositeOperation
    const isBlended = mode !== 'source-over' && !this.#isErasing
    this.#elements.push({
      render,
      blend: isBlended ? ` style="mix-blend-mode:${mode}"` : '',
      transform: this.#transform,
      clip: this.#clip,
      box: transformedBox(box, this.#transform),
      isEraser: this.#isErasing,
    })
  }
}

class SvgLayerPicture {
  readonly surface: SvgSurface
  readonly width: number
  readonly height: number

  constructor(surface: SvgSurface, width: number, height: number) {
    this.surface = surface
    this.width = width
    this.height = height
  }
}

export function svgLayer(definitions: SvgDefinitions, measure: MeasureText, width: number, height: number): Layer {
  const surface = new SvgSurface(definitions, measure)
  return { surface, picture: new SvgLayerPicture(surface, width, height) }
}

/** Words of other scripts are not in the order in which they are shown, or have no spaces. */
const leftToRight = /^[\u0020-\u058f\u2000-\u200a\u2010-\u2029\u202f-\u2e7f]*$/

const anchors: Readonly<Record<Surface['textAlign'], string>> = {
  left: '',
  start: '',
  center: 'middle',
  right: 'end',
  end: 'end',
}

const grow = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

function transformedBox({ x, y, width, height }: Box, [a, b, c, d, e, f]: Matrix): Box {
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ] as const
  const [across, down] = [
    corners.map(([cx, cy]) => a * cx + c * cy + e),
    corners.map(([cx, cy]) => b * cx + d * cy + f),
  ]
  const [left, top] = [Math.min(...across), Math.min(...down)]
  return { x: left, y: top, width: Math.max(...across) - left, height: Math.max(...down) - top }
}
