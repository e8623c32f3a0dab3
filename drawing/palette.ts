// Every color on the board. Objects have the same colors in the light and dark theme; the board, frames and strokes
// follow the theme.

import type { CanvasColor, DocumentType, NoteColor, PenColor } from './drawable.ts'

export type ThemeName = 'light' | 'dark'

export interface Theme {
  readonly board: string
  readonly grid: string
  /** The frame of a document, the bar of a browser. */
  readonly panel: string
  readonly ground: string
  readonly line: string
  readonly text: string
  readonly mutedText: string
  readonly field: string
  readonly placeholder: string
  readonly glyph: string
  /** The opacity of a shadow at its darkest point. */
  readonly shadow: number
  readonly pens: Readonly<Record<PenColor, string>>
}

interface FillColors {
  readonly fill: string
  readonly edge: string
  readonly ink: string
}

/** `bars` is the color of lines too small to read. The contrast of `ink` on `fill` is 7:1 or better. */
export const noteColors: Readonly<Record<NoteColor, FillColors & { readonly bars: string }>> = {
  Beige: { fill: '#f3e7d3', edge: '#e2d0b2', ink: '#47371f', bars: '#ab9d87' },
  Blue: { fill: '#b5d6f7', edge: '#94c0ec', ink: '#0f2f55', bars: '#6f90b3' },
  Gold: { fill: '#f6c967', edge: '#e6b141', ink: '#452c00', bars: '#ac873c' },
  Grey: { fill: '#dadee4', edge: '#c1c8d1', ink: '#272d36', bars: '#8f949b' },
  Red: { fill: '#f8aba1', edge: '#ec8b7f', ink: '#560f0c', bars: '#b46962' },
  Teal: { fill: '#9be0d5', edge: '#75cabd', ink: '#053c37', bars: '#5c9b93' },
  Yellow: { fill: '#fdec94', edge: '#efd85e', ink: '#433800', bars: '#afa056' },
}

export const canvasColors: Readonly<Record<CanvasColor, FillColors>> = {
  Red: { fill: '#e5534b', edge: '#c93c34', ink: '#ffffff' },
  Yellow: { fill: '#f2b72b', edge: '#d69a0c', ink: '#3a2800' },
  Green: { fill: '#2f9e6b', edge: '#1f8155', ink: '#ffffff' },
  Blue: { fill: '#3b7ddd', edge: '#2563bd', ink: '#ffffff' },
  Gray: { fill: '#667085', edge: '#4f5a6b', ink: '#ffffff' },
}

export const documentColors: Readonly<Record<DocumentType, FillColors>> = {
  pdf: { fill: '#d93a32', edge: '#b72a23', ink: '#ffffff' },
  word: { fill: '#2b63c6', edge: '#1f4ea3', ink: '#ffffff' },
  powerpoint: { fill: '#d2552a', edge: '#ad4119', ink: '#ffffff' },
  excel: { fill: '#1f8a50', edge: '#176e3f', ink: '#ffffff' },
}

/** Strokes on an object, whose colors do not follow the theme. */
export const penColors: Readonly<Record<PenColor, string>> = {
  White: '#ffffff',
  Gray: '#8b95a3',
  Yellow: '#f5c400',
  Red: '#e5443b',
  Green: '#2fa84f',
  Purple: '#8a4fd3',
  Cyan: '#14a8c9',
}

/** Behind the white initial of a site without an icon; the contrast is 4.5:1 or better. */
export const hostColors = ['#2b63c6', '#1f7a5c', '#b4472c', '#7a4bc2', '#94590a', '#0f7285', '#a83a6e']

export const paper = '#ffffff'

export const themes: Readonly<Record<ThemeName, Theme>> = {
  light: {
    board: '#f4f5f7',
    grid: '#d9dde3',
    panel: '#ffffff',
    ground: '#fbfcfd',
    line: '#d5dae1',
    text: '#1f2630',
    mutedText: '#5b6574',
    field: '#eff1f4',
    placeholder: '#e7eaef',
    glyph: '#a6afbd',
    shadow: 0.15,
    // White is the color with the most contrast to the board, so on a light board it is graphite.
    pens: { ...penColors, White: '#2b323d', Gray: '#7f8997', Yellow: '#e3ac00' },
  },
  dark: {
    board: '#1a1d23',
    grid: '#30353e',
    panel: '#2a2e36',
    ground: '#20242b',
    line: '#3c424d',
    text: '#eef1f5',
    mutedText: '#9aa4b3',
    field: '#1f2329',
    placeholder: '#2d323b',
    glyph: '#5f6a7a',
    shadow: 0.3,
    pens: { ...penColors, Yellow: '#ffd83d', Red: '#ff6359', Green: '#4cc870', Purple: '#b184f2', Cyan: '#35cbe8' },
  },
}
