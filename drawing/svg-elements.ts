// Renders the elements of an SVG in their order: those with the same clip and transform in one group. An eraser becomes
// a mask of the earlier elements that it touches.

import type { Box } from './drawable.ts'
import type { SvgDefinitions } from './svg-definitions.ts'
import { type Matrix, transformAttribute } from './svg-markup.ts'
import { shortNumber } from './svg-path.ts'

export interface SvgElement {
  /** With more attributes for its outermost tag. */
  readonly render: (attributes: string) => string
  /** The attribute that blends it with what is below, or empty. */
  readonly blend: string
  readonly transform: Matrix
  /** The id of a clip path, or empty. */
  readonly clip: string
  /** The box around what it paints, in the units of the surface. */
  readonly box: Box
  /** Removes what was drawn before it. */
  readonly isEraser: boolean
}

export function renderElements(elements: readonly SvgElement[], definitions: SvgDefinitions): string {
  const erasers = elements.flatMap((element, index): Eraser[] => (element.isEraser ? [{ ...element, index }] : []))
  let markup = ''
  let [clip, transform] = ['', '']
  const close = () => {
    if (transform) markup += '</g>'
    if (clip) markup += '</g>'
  }
  for (const [index, element] of elements.entries()) {
    if (element.isEraser) continue
    const mask = maskOf(element, index, erasers, definitions)
    // A mask uses the units of the surface, so a masked element has its transform inside.
    const ownTransform = mask ? '' : transformAttribute(element.transform)
    if (element.clip !== clip || ownTransform !== transform) {
      close()
      clip = element.clip
      transform = ownTransform
      if (clip) markup += `<g clip-path="url(#${clip})">`
      if (transform) markup += `<g${transform}>`
    }
    markup += mask
      ? `<g mask="url(#${mask})"${element.blend}>${element.render(transformAttribute(element.transform))}</g>`
      : element.render(element.blend)
  }
  close()
  return markup
}

interface Eraser extends SvgElement {
  readonly index: number
}

/** The id of the mask with the later erasers that touch the element; empty if there are none. */
function maskOf({ box }: SvgElement, index: number, erasers: readonly Eraser[], definitions: SvgDefinitions): string {
  const later = erasers.filter(eraser => eraser.index > index && touches(eraser.box, box))
  if (later.length === 0) return ''
  const uses = later.map(({ render, transform }) => {
    const id = definitions.add(name => render(`${name && ` id="${name}"`}${transformAttribute(transform)}`))
    return `<use xlink:href="#${id}"/>`
  })
  const { x, y, width, height } = box
  const area = `x="${shortNumber(x)}" y="${shortNumber(y)}" width="${shortNumber(width)}" height="${shortNumber(height)}"`
  return definitions.add(
    id => `<mask id="${id}" maskUnits="userSpaceOnUse" ${area}><rect ${area} fill="#ffffff"/>${uses.join('')}</mask>`,
  )
}

const touches = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
