// The values of a column, the same on both engines. Checked here, because SQLite would store any value.

export type CellType = 'text' | 'integer' | 'real'
export type Cell = string | number | null
export type CellTypes = Readonly<Record<string, CellType>>

type CellOf<T extends CellType> = T extends 'text' ? string | null : number | null
export type RowOf<C extends CellTypes> = { readonly [K in keyof C]: CellOf<C[K]> }

export function cellOf(row: object, name: string, type: CellType): Cell {
  const value = (row as Readonly<Record<string, unknown>>)[name]
  if (value === null || fits[type](value)) return value as Cell
  throw new TypeError(`${name} must be ${type} or null, and is ${typeof value === 'number' ? value : typeof value}`)
}

const fits: Record<CellType, (value: unknown) => boolean> = {
  text: value => typeof value === 'string',
  integer: Number.isSafeInteger,
  real: Number.isFinite,
}
