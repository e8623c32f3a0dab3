// A statement with a fixed text, built once instead of for every run.

import { CompiledQuery } from 'kysely'
import type { Reader } from './database.ts'
import { engineOf } from './engine-of.ts'

/** `?` in the text is replaced by the values in order. */
export function fixedStatement<Found>(text: string) {
  let count = 0
  const numbered = text.replaceAll('?', () => `$${++count}`)
  return async (db: Pick<Reader, 'getExecutor' | 'executeQuery'>, ...values: unknown[]): Promise<Found[]> => {
    const query = CompiledQuery.raw(engineOf(db) === 'sqlite' ? text : numbered, values)
    return (await db.executeQuery<Found>(query)).rows
  }
}
