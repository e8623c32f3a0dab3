// The color of selections and other marks on the board.

export const accents = { light: '#0b7a72', dark: '#5fd3c4' } as const
