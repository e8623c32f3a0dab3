// Texts of other programs as objects of a board: plain text keeps its characters and its position.

import type { fontFamilies } from '@tessera/contract/kinds/text'
import { lineHeightFactor } from '@tessera/drawing/text-layout'
import { withoutMarks } from '@tessera/drawing/text-marks'
import { computeTextSize, textPadding } from '@tessera/drawing/text-size'

export type FontFamily = (typeof fontFamilies)[number]

/** Escapes text, so that it is shown as it was written. Lists and web addresses are kept. */
export function plainText(text: string): string {
  if (!/[*_[\]]/.test(text)) return text
  const lines = text.split('\n')
  return lines.map(line => (shows(line) ? line : line.replace(/[*_[\]]/g, '\\$&'))).join('\n')
}

const shows = (line: string) => withoutMarks(line).replace(/^•/, '-') === line.replace(/^\s+(?=-)/, '')

/** A single line that is a link to an address. Null if it cannot be written as a link. */
export function linkedText(text: string, url: string): string | null {
  if (!/^(https?:\/\/|mailto:)[^\s()<>]+$/i.test(url) || text === '' || /[\n[\]]/.test(text)) return null
  return text === url ? url : `[${text}](${url})`
}

export interface FreeText {
  /** Where the letters start: the box without padding. */
  readonly x: number
  readonly y: number
  /** The box in the other program, which alignment and rotation refer to. */
  readonly width: number
  readonly height: number
  readonly text: string
  readonly fontFamily: FontFamily
  readonly fontSize: number
  readonly fontColor: string
  readonly align: 'left' | 'center' | 'right'
  /** Whether lines break at the width. */
  readonly hasWidth: boolean
  readonly lineHeight: number
  readonly rotation?: number
  readonly pin?: boolean
  readonly fontWeight?: 'normal' | 'bold'
  readonly fontStyle?: 'normal' | 'italic'
}

export interface PlacedText {
  readonly kind: 'text' | 'shape'
  readonly data: Record<string, unknown>
  /** Whether it became a shape because of its alignment. */
  readonly isShape: boolean
}

/** Texts are aligned left; one of several lines that is not becomes a shape without fill and border. */
export function freeText(given: FreeText): PlacedText {
  const { text, fontFamily, fontColor, rotation = 0, pin = false, fontWeight = 'normal', fontStyle = 'normal' } = given
  const fontSize = Math.min(2_000, Math.max(1, Math.round(given.fontSize)))
  const font = { text, fontFamily, fontSize, fontColor, fontWeight, fontStyle, rotation, pin }
  const padding = textPadding(fontSize)
  if (given.align !== 'left' && (given.hasWidth || text.includes('\n')))
    return { kind: 'shape', data: alignText(given, font), isShape: true }
  const size = computeTextSize({
    ...font,
    textTransform: 'inherit',
    width: given.hasWidth ? Math.ceil(given.width) + 2 * padding.x : null,
  })
  const free = given.width - (size.width - 2 * padding.x)
  const indent = given.hasWidth ? 0 : free * { left: 0, center: 0.5, right: 1 }[given.align]
  const rise = ((given.lineHeight - lineHeightFactor) * fontSize) / 2
  const data = {
    ...font,
    x: given.x + indent - padding.x,
    y: given.y + rise - padding.y,
    backgroundColor: '#00000000',
    ...(given.hasWidth ? { width: size.width, height: size.height } : {}),
  }
  return { kind: 'text', data, isShape: false }
}

/** Adds some room, because text that does not fit into a shape is made smaller. */
function alignText({ x, y, width, height, text, align, hasWidth }: FreeText, font: Readonly<Record<string, unknown>>) {
  const fontSize = font.fontSize as number
  const needed = computeTextSize({
    ...(font as never as Parameters<typeof computeTextSize>[0]),
    text,
    textTransform: 'inherit',
    ...(hasWidth ? { width } : {}),
  })
  const room = {
    width: Math.max(width, hasWidth ? 0 : needed.width) + 2 * fontSize,
    height: Math.max(height, needed.height) + fontSize,
  }
  const shift = { left: 0, center: (width - room.width) / 2, right: width - room.width + fontSize }[align]
  return {
    ...font,
    x: x + shift,
    y: y + (height - room.height) / 2,
    ...room,
    fill: 'none',
    borderColor: 'none',
    borderWidth: 0,
    textAlign: align,
    verticalAlign: 'middle',
  }
}
