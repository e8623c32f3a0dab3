// A statement whose text depends on a few choices, its shape. It is built once for each shape: for statements of every
// request, where building would take longer than running.

import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Engine, Reader } from './database.ts'
import { engineOf } from './engine-of.ts'

/** Stands for a value while the statement is built. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

interface BuiltStatement {
  readonly text: string
  /** A placeholder is replaced by the value with that name. */
  readonly parameters: readonly unknown[]
}

type Build<Values, Shape> = (
  value: (name: keyof Values & string) => RawBuilder<unknown>,
  shape: Shape,
  db: Reader,
) => RawBuilder<unknown>

/** Every combination of the choices is kept, so they must be few. */
export function shapedStatement<Values extends object, Shape extends object = object>(build: Build<Values, Shape>) {
  const built: Record<Engine, Map<string, BuiltStatement>> = { sqlite: new Map(), postgres: new Map() }
  const value = (name: string) => sql`${new Placeholder(name)}`

  function findOrBuild(db: Reader, shape: Shape): BuiltStatement {
    const known = built[engineOf(db)]
    const key = JSON.stringify(shape)
    const found = known.get(key)
    if (found) return found
    const { sql: text, parameters } = build(value, shape, db).compile(db)
    const compiled = { text, parameters }
    known.set(key, compiled)
    return compiled
  }

  return async <Found>(db: Reader, values: Values, shape: Shape): Promise<Found[]> => {
    const { text, parameters } = findOrBuild(db, shape)
    const given = parameters.map(one => (one instanceof Placeholder ? values[one.name as keyof Values] : one))
    return (await db.executeQuery<Found>(CompiledQuery.raw(text, given))).rows
  }
}
