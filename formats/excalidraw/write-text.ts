// Texts of Excalidraw: free ones, and those bound to a shape or an arrow.

import type { Box, Font, FontFamily } from '@tessera/drawing/drawable'
import { layOutText, lineHeightFactor } from '@tessera/drawing/text-layout'
import { computeTextSize, textPadding } from '@tessera/drawing/text-size'
import { hexColor } from '../css-color.ts'
import { bind, type ElementStyle, type Sketch, type WrittenElement } from './excalidraw-sketch.ts'

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
  /** Lines of a bound text break at this width. */
  readonly wrapAt?: number
}

export function addFreeText(sketch: Sketch, id: string, box: Box, style: ElementStyle, text: WrittenText): void {
  const { color, opacity } = colorAndOpacity(text.color)
  sketch.add(
    'text',
    id,
    box,
    { ...style, strokeColor: color, opacity },
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
  const shown = wrapText(text)
  const box = boundBox(container, { ...text, text: shown })
  const { color, opacity } = colorAndOpacity(text.color)
  const style = {
    strokeColor: color,
    opacity,
    rotation: ((container.angle as number) * 180) / Math.PI,
    groupIds: container.groupIds as string[],
  }
  sketch.addAbove(container, 'text', id, box, style, {
    ...fieldsOf(text, shown),
    textAlign: text.align ?? 'center',
    verticalAlign: text.verticalAlign ?? 'middle',
    containerId: container.id,
    autoResize: true,
  })
  bind(container, id, 'text')
}

/** Excalidraw's Nunito is wider than Dosis, which it stands for. */
const breathingRoom = 0.85

/** As Excalidraw stores it: with the line breaks it shows. It wraps the text again only when the text is edited. */
function wrapText({ wrapAt, ...text }: WrittenText): string {
  if (wrapAt === undefined || !/\s/.test(text.text)) return text.text
  const given = { ...text, textTransform: 'inherit' as const, hasMarks: false, width: wrapAt * breathingRoom }
  return layOutText(given)
    .lines.map(line => line.text.trimEnd())
    .join('\n')
}

const fieldsOf = ({ text, fontFamily, fontSize }: WrittenText, shown = text) => ({
  text: shown,
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
