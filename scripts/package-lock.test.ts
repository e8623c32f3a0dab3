// package-lock.json must list the packages for every platform, not only for the one it was written on: npm silently
// skips a platform's variant of a compiled package if the lock does not list it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from './project-files.ts'

type Entry = {
  integrity?: string
  link?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}

const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}

test('compiled packages are locked with their variants for every platform', () => {
  const variants = Object.entries(lock.packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).map(name => ({ path, name })),
  )
  assert.ok(variants.length > 50)
  assert.deepEqual(
    variants.filter(({ path, name }) => !isLocked(path, name)).map(({ path, name }) => `${name}, for ${path}`),
    [],
  )
})

// The registry may lack a variant for another platform.
test('packages are locked with an integrity hash and without an address', () => {
  const installed = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  const lacksHash = (entry: Entry) => !entry.integrity && !entry.optional
  assert.deepEqual(
    installed.filter(([, entry]) => lacksHash(entry) || 'resolved' in entry).map(([path]) => path),
    [],
  )
})

/** Looks where Node would: next to the importing package, or in a folder above. */
function isLocked(from: string, name: string): boolean {
  const here = `${from ? `${from}/` : ''}node_modules/${name}`
  if (lock.packages[here]) return true
  if (!from) return false
  const end = from.lastIndexOf('/node_modules/')
  return isLocked(end < 0 ? '' : from.slice(0, end), name)
}
