// The import graph of the project: static and dynamic imports, re-exports and type imports. Other scripts decide which
// imports are allowed.

import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { readProjectFile } from './project-files.ts'

/** A package of the project, its `folder` relative to the root ('' for the root itself). */
export type Package = { name: string; folder: string; exports: Record<string, string>; declared: Set<string> }

/** `file` is set if a file of the project is imported, `packageName` if it comes from a package, ours included. */
export type Import = {
  from: string
  line: number
  specifier: string
  file: string | null
  packageName: string | null
  /** Loaded on demand, with `import()`. */
  isDynamic: boolean
}

export function readPackages(): Package[] {
  const { workspaces } = JSON.parse(readProjectFile('package.json'))
  return ['', ...workspaces].map((folder: string) => {
    const manifest = JSON.parse(readProjectFile(folder ? `${folder}/package.json` : 'package.json'))
    const declared = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    return { name: manifest.name, folder, exports: manifest.exports ?? {}, declared }
  })
}

export function importsOf(from: string, source: string, packages: Package[]): Import[] {
  const named = moduleNames(from, source)
  return named.map(({ specifier, start, isDynamic }) => {
    const line = source.slice(0, start).split('\n').length
    return { from, line, specifier, isDynamic, ...resolve(from, specifier, packages) }
  })
}

/** Finds a shortest cycle through each node that is on one, except nodes of a cycle that was already found. */
export function findCycles(imports: Pick<Import, 'from' | 'file'>[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const { from, file } of imports) {
    if (file) targets.set(from, (targets.get(from) ?? new Set()).add(file))
  }
  const cycles: string[][] = []
  const covered = new Set<string>()
  for (const start of [...targets.keys()].sort()) {
    if (covered.has(start)) continue
    const cycle = shortestCycle(start, targets)
    if (!cycle) continue
    cycles.push(cycle)
    for (const file of cycle) covered.add(file)
  }
  return cycles
}

function moduleNames(path: string, source: string) {
  const { program, errors } = parseSync(path, source)
  const broken = errors.find(error => error.severity === 'Error')
  if (broken) throw new Error(`${path}: ${broken.message}`)
  const names: { specifier: string; start: number; isDynamic: boolean }[] = []
  const add = (name: { start: number; value?: unknown } | null, isDynamic = false) => {
    if (typeof name?.value === 'string') names.push({ specifier: name.value, start: name.start, isDynamic })
  }
  new Visitor({
    ImportDeclaration: node => add(node.source),
    ExportNamedDeclaration: node => add(node.source),
    ExportAllDeclaration: node => add(node.source),
    ImportExpression: node => add(node.source as { start: number; value?: unknown }, true),
    TSImportType: node => add(node.source),
  }).visit(program)
  return names
}

function resolve(from: string, specifier: string, packages: Package[]): Pick<Import, 'file' | 'packageName'> {
  if (specifier.startsWith('.')) {
    const path = specifier.replace(/\?.*/, '')
    return { file: posix.join(posix.dirname(from), path), packageName: null }
  }
  // `#name` is a file of the same package, chosen by runtime (`imports` in package.json); the build makes `virtual:name`.
  if (isBuiltin(specifier) || /^(#|virtual:)/.test(specifier)) return { file: null, packageName: null }
  const parts = specifier.split('/')
  const packageName = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
  const own = packages.find(candidate => candidate.name === packageName)
  return { file: own ? exportedFile(own, specifier.slice(packageName.length)) : null, packageName }
}

/** Resolves like Node reads the `exports` of a package.json, for plain names and names with one star. */
function exportedFile({ folder, exports }: Package, subpath: string): string | null {
  const wanted = `.${subpath}`
  if (exports[wanted]) return posix.join(folder, exports[wanted])
  for (const [pattern, target] of Object.entries(exports)) {
    const [before = '', after] = pattern.split('*')
    if (after === undefined || !wanted.startsWith(before) || !wanted.endsWith(after)) continue
    return posix.join(folder, target.replace('*', wanted.slice(before.length, wanted.length - after.length)))
  }
  return null
}

function shortestCycle(start: string, targets: Map<string, Set<string>>): string[] | null {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const file of queue) {
    for (const target of targets.get(file) ?? []) {
      if (target === start) return [...pathTo(file, start, cameFrom), start]
      if (cameFrom.has(target)) continue
      cameFrom.set(target, file)
      queue.push(target)
    }
  }
  return null
}

function pathTo(file: string, start: string, cameFrom: Map<string, string>): string[] {
  const path = [file]
  for (let at = file; at !== start; ) {
    at = cameFrom.get(at) as string
    path.unshift(at)
  }
  return path
}
