// The columns of the tables that Tessera writes, by which it also recognizes them.

export const csvColumns = ['kind', 'id', 'text', 'x', 'y', 'width', 'height', 'color', 'canvas', 'group'] as const
