// The palette of the board.

/** From top to bottom and left to right, by the names of their labels. They read on light and dark boards. */
export const palette = {
  ink: '#1f2937',
  gray: '#6b7280',
  red: '#e03131',
  orange: '#f08c00',
  yellow: '#f5c518',
  green: '#2f9e44',
  blue: '#1c7ed6',
  violet: '#7048e8',
  white: '#ffffff',
  lightGray: '#d1d5db',
  lightRed: '#ffc9c9',
  lightOrange: '#ffd8a8',
  lightYellow: '#fff3a3',
  lightGreen: '#b2f2bb',
  lightBlue: '#a5d8ff',
  lightViolet: '#d0bfff',
} as const

export type PaletteName = keyof typeof palette
