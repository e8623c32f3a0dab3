// Folders are layers: a folder imports only from folders below it. At every level of the tree the entries of a folder
// (its files and sub-folders) may not import each other in a cycle; type imports count. Prints each cycle with the
// imports that cause it. Which wing of the server may import which is checked by check-wings.ts.

import { findCycles, type Import, importsOf, readPackages } from './import-graph.ts'
import { isCode, isTestOnly, listProjectFiles, readProjectFile } from './project-files.ts'

/**
 * Imports between entries that are tolerated for now, as `from → to`. Keep the list short; remove entries that are no
 * longer needed.
 */
const allowedImports: string[] = []

type Edge = { from: string; to: string; cause: string }

export function folderCycles(imports: Pick<Import, 'from' | 'file' | 'line'>[], allowed: string[] = []): string[] {
  const edges = imports.flatMap(entryEdge).filter(({ from, to }) => !allowed.includes(`${from} → ${to}`))
  const cycles = findCycles(edges.map(({ from, to }) => ({ from, file: to })))
  return cycles.map(cycle => {
    const causes = cycle.slice(1).flatMap((to, index) => firstCause(edges, cycle[index] as string, to))
    return [`cycle between folders: ${cycle.join(' → ')}`, ...causes.map(cause => `  ${cause}`)].join('\n')
  })
}

/** Returns entries of the allow-list that no import needs. */
export function unusedAllowances(imports: Pick<Import, 'from' | 'file' | 'line'>[], allowed: string[]): string[] {
  const used = new Set(imports.flatMap(entryEdge).map(({ from, to }) => `${from} → ${to}`))
  return allowed.filter(entry => !used.has(entry)).map(entry => `allowed, but not needed: ${entry}`)
}

/** Finds the two siblings below the deepest common folder: the import `a/b/x.ts → a/c/y.ts` is the edge `a/b → a/c`. */
function entryEdge({ from, file, line }: Pick<Import, 'from' | 'file' | 'line'>): Edge[] {
  if (!file) return []
  const [left, right] = [from.split('/'), file.split('/')]
  const depth = left.findIndex((part, index) => part !== right[index])
  if (depth < 0) return []
  const edge = { from: left.slice(0, depth + 1).join('/'), to: right.slice(0, depth + 1).join('/') }
  return [{ ...edge, cause: `${from}:${line} imports ${file}` }]
}

function firstCause(edges: Edge[], from: string, to: string): string[] {
  return edges
    .filter(edge => edge.from === from && edge.to === to)
    .slice(0, 3)
    .map(({ cause }) => cause)
}

if (import.meta.main) {
  const packages = readPackages()
  const files = listProjectFiles(path => isCode(path) && !isTestOnly(path))
  const imports = files.flatMap(path => importsOf(path, readProjectFile(path), packages))
  const errors = [...folderCycles(imports, allowedImports), ...unusedAllowances(imports, allowedImports)]
  for (const error of errors) console.log(error)
  process.exitCode = errors.length ? 1 : 0
}
