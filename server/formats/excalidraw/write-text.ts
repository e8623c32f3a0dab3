// Texts of Excalidraw: free ones, and those bound to a shape or an arrow.

import type { Box, Font, FontFamily } from '@tessera/drawing/drawable'
import { lineHeightFactor } from '@tessera/drawing/text-layout'
import { computeTextSize, textPadding } from '@tessera/drawing/text-size'
import { hexColor } from '../css-color.ts'
import { bind, type Look, type Sketch, type WrittenElement } from './excalidraw-sketch.ts'

/** Excalidraw's numbers of fonts. */
const familyNumbers: Readonly<Record<FontFamily, number>> = {
  Dosis: 6,
  Helvetica: 2,
  'Times New Roman': 2,
  'Source Code Pro': 3,
  Aleo: 2,
  'Exo 2': 6,
}

interface WrittenText extends Font {
  readonly text: string
  readonly color: string
  readonly align?: 'left' | 'center' | 'right'
  readonly verticalAlign?: 'top' | 'middle' | 'bottom'
  readonly hasWidth?: boolean
  readonly link?: string | null
}

export function addFreeText(sketch: Sketch, id: string, box: Box, look: Look, text: WrittenText): void {
  const { color, opacity } = colorAndOpacity(text.color)
  sketch.add(
    'text',
    id,
    box,
    { ...look, strokeColor: color, opacity },
    {
      ...fieldsOf(text),
      textAlign: 'left',
      verticalAlign: 'top',
      containerId: null,
      autoResize: text.hasWidth !== true,
      link: text.link ?? null,
    },
  )
}

/** Excalidraw keeps this much free around the text of a shape. */
const containerPadding = 5

export function addBoundText(sketch: Sketch, container: WrittenElement, text: WrittenText): void {
  if (text.text.trim() === '') return
  const id = `${container.id}-text`
  const box = boundBox(container, text)
  const { color, opacity } = colorAndOpacity(text.color)
  const look = {
    strokeColor: color,
    opacity,
    rotation: ((container.angle as number) * 180) / Math.PI,
    groupIds: container.groupIds as string[],
  }
  sketch.addAbove(container, 'text', id, box, look, {
    ...fieldsOf(text),
    textAlign: text.align ?? 'center',
    verticalAlign: text.verticalAlign ?? 'middle',
    containerId: container.id,
    autoResize: true,
  })
  bind(container, id, 'text')
}

const fieldsOf = ({ text, fontFamily, fontSize }: WrittenText) => ({
  text,
  originalText: text,
  fontSize,
  fontFamily: familyNumbers[fontFamily],
  lineHeight: lineHeightFactor,
})

function boundBox(container: WrittenElement, text: WrittenText): Box {
  const [x, y, width, height] = [container.x, container.y, container.width, container.height] as number[] as [
    number,
    number,
    number,
    number,
  ]
  const padding = textPadding(text.fontSize)
  const size = computeTextSize({ ...text, textTransform: 'inherit', isTyped: true })
  const own = { width: size.width - 2 * padding.x, height: size.height - 2 * padding.y }
  const room = { width: width - own.width, height: height - own.height }
  const left = { left: containerPadding, center: room.width / 2, right: room.width - containerPadding }[
    text.align ?? 'center'
  ]
  const top = { top: containerPadding, middle: room.height / 2, bottom: room.height - containerPadding }[
    text.verticalAlign ?? 'middle'
  ]
  return { x: x + left, y: y + top, ...own }
}

/** Excalidraw has opacity per element, in percent, and colors without. */
export function colorAndOpacity(color: string): { color: string; opacity: number } {
  if (color === 'none') return { color: 'transparent', opacity: 0 }
  const hex = hexColor(color) ?? '#1e1e1e'
  const alpha = hex.length === 9 ? Number.parseInt(hex.slice(7), 16) / 255 : 1
  return alpha === 0
    ? { color: 'transparent', opacity: 0 }
    : { color: hex.slice(0, 7), opacity: Math.round(alpha * 100) }
}
