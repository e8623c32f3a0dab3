// Checks that every migration declares whether it expands or contracts the tables (docs/upgrading.md), and that an
// expanding one has no statement that servers of the previous release cannot work with. The check is textual: it looks
// for SQL, not at its meaning.

import { migrations } from '../server/platform/db/migrations/index.ts'
import { type Release, releases } from '../server/platform/db/migrations/releases.ts'
import { listProjectFiles, readProjectFile } from './project-files.ts'

/** The last migration from before rolling upgrades. */
const lastUnmarked = '0028-event-grants'

export interface MigrationFile {
  readonly name: string
  readonly step?: string
  readonly completes?: string
  readonly source: string
}

/** Returns them in the order of the migrations. */
export function faultyMigrations(files: readonly MigrationFile[], released: readonly Release[]): string[] {
  const added = files.slice(files.findIndex(({ name }) => name === lastUnmarked) + 1)
  return added.flatMap(file => {
    if (file.step === undefined)
      return [`${file.name}: export step = 'expand' or 'contract', so that older servers know if they can run after it`]
    if (file.step === 'contract') return faultsOfContract(file, files, released)
    return breakingStatements(file.source).map(
      reason => `${file.name} expands, but servers of the release before cannot work with it: ${reason}`,
    )
  })
}

function faultsOfContract(
  { name, completes }: MigrationFile,
  files: readonly MigrationFile[],
  released: readonly Release[],
): string[] {
  const names = files.map(file => file.name)
  const expand = files.find(file => file.name === completes && file.step === 'expand')
  if (!expand)
    return [`${name} contracts: it has to export completes, the name of the expanding migration it completes`]
  const before = released.filter(({ migration }) => names.indexOf(migration) < names.indexOf(name)).at(-1)
  if (before && names.indexOf(expand.name) <= names.indexOf(before.migration)) return []
  return [
    `${name} completes ${expand.name}, which is not released yet: servers of the release before still need what it removes`,
  ]
}

export function breakingStatements(source: string): string[] {
  const sql = source.replaceAll(/\/\/.*$/gm, '').replaceAll(/\s+/g, ' ')
  return breaking.flatMap(({ pattern, reason }) =>
    [...sql.matchAll(pattern)].map(([text]) => `${reason} (${text.trim()})`),
  )
}

const breaking: readonly { pattern: RegExp; reason: string }[] = [
  { pattern: /\bdrop (?:table|column|view)\b[^'"`,]{0,40}/gi, reason: 'it removes a table or a column' },
  { pattern: /\brename (?:to|column)\b[^'"`,]{0,40}/gi, reason: 'it renames a table or a column' },
  { pattern: /\balter column \w+ (?:type|set not null|set data)\b/gi, reason: 'it restricts a column' },
  { pattern: /\badd (?:constraint|unique|check|foreign key)\b[^'"`,]{0,40}/gi, reason: 'it adds a constraint' },
  {
    pattern: /\badd column (?:if not exists )?\w+ [\w ()]*?\bnot null\b(?![^'"`;]*\bdefault\b)[^'"`]{0,20}/gi,
    reason: 'older servers insert rows without the column, so it needs a default',
  },
  {
    pattern: /\bcreate (?:unique )?index (?!concurrently)[^'"`]*\bon (?:events|objects)\b[^'"`]{0,40}/gi,
    reason: 'it locks a large table: put the index into `background`',
  },
  {
    pattern: /\bupdate (?:events|objects|comments) set\b[^'"`]{0,40}/gi,
    reason: 'it locks the rows of a large table: put it into `background`',
  },
]

if (import.meta.main) {
  const paths = listProjectFiles(path => /^server\/platform\/db\/migrations\/\d{4}-/.test(path))
  const sourceOf = (name: string) => readProjectFile(paths.find(path => path.endsWith(`/${name}.ts`)) ?? '')
  const files = migrations.map(({ name, step, completes }) => ({
    name,
    ...(step && { step }),
    ...(completes && { completes }),
    source: sourceOf(name),
  }))
  const found = faultyMigrations(files, releases)
  for (const sentence of found) console.log(sentence)
  process.exitCode = found.length ? 1 : 0
}
