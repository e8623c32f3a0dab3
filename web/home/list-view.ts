// The lists of workspaces on the home page, and what each keeps of all.

export const keptIn = { all: {}, recent: { visited: true }, favourites: { favorite: true } }

export type ListView = keyof typeof keptIn
