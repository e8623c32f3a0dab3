// Every place that runs a statement on SQLite must run one on PostgreSQL, too, in the tests: the text differs, and so do
// types, locks and errors. Test processes record the places (server/testing/record-statements.ts).

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Places that need not run on PostgreSQL, as `file:function` or the beginning of it, with the reason. */
const onOneEngine: Record<string, string> = {
  'server/platform/backup/table-rows.ts:readStream': 'PostgreSQL has a cursor for it',
  'server/platform/db/sqlite-': 'the embedded database itself',
  'server/platform/jobs/claim-store.ts:releaseAllLeases': 'other processes may run on PostgreSQL',
}

export type Comparison = { onBoth: number; violations: string[] }

export function compareStatements(folder: string, exceptions = Object.keys(onOneEngine)): Comparison {
  const places = { sqlite: new Map<string, string>(), postgres: new Map<string, string>() }
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const [engine, place, test] = line.split('\t') as ['sqlite' | 'postgres', string, string]
      if (!places[engine].get(place)) places[engine].set(place, test)
    }
  }
  const onlySqlite = [...places.sqlite].filter(([place]) => !places.postgres.has(place)).sort()
  const unexpected = onlySqlite.filter(([place]) => !exceptions.some(known => place.startsWith(known)))
  return {
    onBoth: places.sqlite.size - onlySqlite.length,
    violations: unexpected.map(([place, test]) => `${place} ran on SQLite only, for example in ${test}`),
  }
}
