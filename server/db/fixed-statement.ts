// A statement that never changes but for its values: put together once instead of with every run, for what runs often.

import { CompiledQuery } from 'kysely'
import type { Reader } from './database.ts'
import { engineOf } from './engine-of.ts'

/** In the text, `?` stands for each of the values, in their order. */
export function fixedStatement<Found>(text: string) {
  let count = 0
  const numbered = text.replaceAll('?', () => `$${++count}`)
  return async (db: Pick<Reader, 'getExecutor' | 'executeQuery'>, ...values: unknown[]): Promise<Found[]> => {
    const query = CompiledQuery.raw(engineOf(db) === 'sqlite' ? text : numbered, values)
    return (await db.executeQuery<Found>(query)).rows
  }
}
