// The lists of the home page and the filter of each.

export const keptIn = { all: {}, recent: { visited: true }, favourites: { favorite: true } }

export type ListView = keyof typeof keptIn
