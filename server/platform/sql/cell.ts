// The values of a column, the same on both engines. They are checked here, because SQLite would store any value.

export type CellType = 'text' | 'integer' | 'real'
export type Cell = string | number | null
export type CellTypes = Readonly<Record<string, CellType>>

type CellOf<T extends CellType> = T extends 'text' ? string | null : number | null
export type RowOf<C extends CellTypes> = { readonly [K in keyof C]: CellOf<C[K]> }

export function cellOf(row: object, name: string, type: CellType): Cell {
  const value = (row as Readonly<Record<string, unknown>>)[name]
  if (value === null || fits(value, type)) return value as Cell
  throw new TypeError(`${name} must be ${type} or null, and is ${typeof value === 'number' ? value : typeof value}`)
}

function fits(value: unknown, type: CellType): boolean {
  if (type === 'text') return typeof value === 'string'
  return type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)
}
