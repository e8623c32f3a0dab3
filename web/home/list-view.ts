// The lists of the home page and the filter of each.

export const filterByView = { all: {}, recent: { visited: true }, favorites: { favorite: true } }

export type ListView = keyof typeof filterByView
