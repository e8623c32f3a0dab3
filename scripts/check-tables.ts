// A table is written by the stores of one folder; reads may join any table. Prints every table that several folders
// write, and every write outside of a store.

import { isCode, isTestOnly, listProjectFiles, readProjectFile } from './project-files.ts'

/** Writes of another folder's table that are tolerated, as `folder table`, each with its reason. */
const allowedWrites: Record<string, string> = {
  'server/board/events workspaces': 'the number of the last event is in the row that a change locks',
  'server/rendering/publishing workspaces':
    'the publish state changes in the transaction that shows or hides a snapshot',
}

/** These folders may write any table: migrations change them, and a restore fills them. */
const writesEverything = ['server/platform/db/', 'server/platform/sql/', 'server/platform/backup/']

export type TableWrite = { path: string; line: number; table: string }

const writes = [
  /\b(?:insertInto|updateTable|deleteFrom|replaceInto)\(\s*'(\w+)'/g,
  /\b(?:insertRows|updateRows|eraseRows)\(\s*\w+,\s*'(\w+)'/g,
  /`\s*(?:with [^`]*? )?(?:insert into|update|delete from) (\w+)\b/gi,
]

export function writesIn(path: string, source: string): TableWrite[] {
  return writes.flatMap(pattern =>
    [...source.matchAll(pattern)].map(match => ({
      path,
      line: source.slice(0, match.index).split('\n').length,
      table: match[1] as string,
    })),
  )
}

export function foreignWrites(all: TableWrite[], allowed: Record<string, string> = {}): string[] {
  const counted = all.filter(({ path, table }) => !allowed[`${folderOf(path)} ${table}`])
  const outside = counted.filter(({ path }) => !path.endsWith('-store.ts'))
  const tables = [...new Set(counted.map(({ table }) => table))].sort()
  return [
    ...outside.map(({ path, line, table }) => `${path}:${line} writes the table ${table}: only stores write`),
    ...tables.flatMap(table => {
      const places = counted.filter(write => write.table === table)
      const folders = new Set(places.map(({ path }) => folderOf(path)))
      if (folders.size < 2) return []
      return [
        `several folders write the table ${table}: ${places.map(({ path, line }) => `${path}:${line}`).join(', ')}`,
      ]
    }),
  ]
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

if (import.meta.main) {
  const isChecked = (path: string) =>
    isCode(path) &&
    path.startsWith('server/') &&
    !isTestOnly(path) &&
    !writesEverything.some(folder => path.startsWith(folder))
  const all = listProjectFiles(isChecked).flatMap(path => writesIn(path, readProjectFile(path)))
  const found = foreignWrites(all, allowedWrites)
  for (const sentence of found) console.log(sentence)
  process.exitCode = found.length ? 1 : 0
}
