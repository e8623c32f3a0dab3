// package-lock.json names what every machine needs, not only the one it was last written on: npm installs no variant of a
// compiled package that the lock does not name, and says nothing about it.

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

test('compiled packages are locked in their variants for every machine', () => {
  const variants = Object.entries(lock.packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).map(name => ({ path, name })),
  )
  assert.ok(variants.length > 50)
  assert.deepEqual(
    variants.filter(({ path, name }) => !isLocked(path, name)).map(({ path, name }) => `${name}, for ${path}`),
    [],
  )
})

// A variant for another machine may be one that the registry at hand did not have.
test('packages are locked with the hash of their content, and without an address', () => {
  const installed = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  const isLoose = (entry: Entry) => !entry.integrity && !entry.optional
  assert.deepEqual(
    installed.filter(([, entry]) => isLoose(entry) || 'resolved' in entry).map(([path]) => path),
    [],
  )
})

/** Where Node would find it: beside the package that asks for it, or in a folder above. */
function isLocked(from: string, name: string): boolean {
  const here = `${from ? `${from}/` : ''}node_modules/${name}`
  if (lock.packages[here]) return true
  if (!from) return false
  const end = from.lastIndexOf('/node_modules/')
  return isLocked(end < 0 ? '' : from.slice(0, end), name)
}
