// The named styles of tldraw, with the values of its light theme.

import { hexColor } from '../css-color.ts'
import type { FontFamily } from '../imported-text.ts'
import { ownText } from '../parse-json.ts'
import type { Shape } from './tldraw-store.ts'

interface Colors {
  readonly solid: string
  readonly pale: string
  readonly note: string
  readonly highlight: string
}

// biome-ignore format: a table
const colors: Readonly<Record<string, Colors>> = {
  black:          { solid: '#1d1d1d', pale: '#e8e8e8', note: '#fce19c', highlight: '#fddd00' },
  blue:           { solid: '#4465e9', pale: '#dce1f8', note: '#8aa3ff', highlight: '#10acff' },
  green:          { solid: '#099268', pale: '#d3e9e3', note: '#6fc896', highlight: '#00ffc8' },
  grey:           { solid: '#9fa8b2', pale: '#eceef0', note: '#c0cad3', highlight: '#cbe7f1' },
  'light-blue':   { solid: '#4ba1f1', pale: '#ddedfa', note: '#9bc4fd', highlight: '#00f4ff' },
  'light-green':  { solid: '#4cb05e', pale: '#dbf0e0', note: '#98d08a', highlight: '#65f641' },
  'light-red':    { solid: '#f87777', pale: '#f4dadb', note: '#f7a5a1', highlight: '#ff7fa3' },
  'light-violet': { solid: '#e085f4', pale: '#f5eafa', note: '#dfb0f9', highlight: '#ff88ff' },
  orange:         { solid: '#e16919', pale: '#f8e2d4', note: '#faa475', highlight: '#ffa500' },
  red:            { solid: '#e03131', pale: '#f4dadb', note: '#fc8282', highlight: '#ff636e' },
  violet:         { solid: '#ae3ec9', pale: '#ecdcf2', note: '#db91fd', highlight: '#c77cff' },
  yellow:         { solid: '#f1ac4b', pale: '#f9f0e6', note: '#fed49a', highlight: '#fddd00' },
  white:          { solid: '#ffffff', pale: '#f5f5f5', note: '#ffffff', highlight: '#ffffff' },
}

export const colorsOf = ({ props }: Shape, name = 'color'): Colors => {
  const color = ownText(props, name)
  return (Object.hasOwn(colors, color) ? colors[color] : colors.black) as Colors
}

export const withOpacity = (color: string, opacity: number): string => hexColor(color, opacity) ?? color

const sizes = ['s', 'm', 'l', 'xl'] as const

/** The value for the shape's size, of those for s, m, l and xl. */
export const bySize = ({ props }: Shape, values: readonly [number, number, number, number]): number =>
  values[Math.max(0, sizes.indexOf(ownText(props, 'size') as 's'))] ?? values[1]

export const strokeWidths = [2, 3.5, 5, 10] as const
export const textSizes = [18, 24, 36, 44] as const
export const labelSizes = [18, 22, 26, 32] as const

export const lineStyleOf = ({ props }: Shape) => {
  const dash = ownText(props, 'dash')
  return dash === 'dashed' || dash === 'dotted' ? dash : 'solid'
}

const families: Readonly<Record<string, FontFamily>> = {
  sans: 'Helvetica',
  serif: 'Times New Roman',
  mono: 'Source Code Pro',
}

/** Null for the hand-drawn font. */
export const findFamily = ({ props }: Shape): FontFamily | null => {
  const font = ownText(props, 'font')
  return Object.hasOwn(families, font) ? (families[font] as FontFamily) : null
}

export const alignOf = (value: string): 'left' | 'center' | 'right' =>
  value.startsWith('start') ? 'left' : value.startsWith('end') ? 'right' : 'center'

export const verticalAlignOf = (value: string): 'top' | 'middle' | 'bottom' =>
  value.startsWith('start') ? 'top' : value.startsWith('end') ? 'bottom' : 'middle'
