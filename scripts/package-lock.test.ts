// package-lock.json must list the packages for every platform, not only for the one it was written on: npm silently
// skips a platform's variant of a compiled package if the lock does not list it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checksumFaults, type Lock, lockFaults } from './check-lock.ts'
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

test('a package without an integrity hash, or with the address of a registry, is found', () => {
  assert.deepEqual(lockFaults(lock as Lock), [])
  const integrity = 'sha512-AAAA'
  const packages = {
    '': {},
    server: {},
    'node_modules/good': { integrity },
    'node_modules/own': { resolved: 'server', link: true },
    'node_modules/loose': {},
    'node_modules/placed': { integrity, resolved: 'https://registry.example/placed.tgz' },
  }
  assert.deepEqual(lockFaults({ packages }), [
    'package-lock.json: node_modules/loose has no integrity hash',
    'package-lock.json: node_modules/placed names an address: https://registry.example/placed.tgz',
  ])
})

test('checksums of another Node version, or of too few platforms, are found', () => {
  const sha256 = Object.fromEntries(
    ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64'].map(name => [name, '0'.repeat(64)]),
  )
  assert.deepEqual(checksumFaults({ version: '1.2.3', sha256 }, '1.2.3'), [])
  assert.equal(checksumFaults({ version: '1.2.2', sha256 }, '1.2.3').length, 1)
  assert.equal(checksumFaults({ version: '1.2.3', sha256: { ...sha256, 'linux-x64': '' } }, '1.2.3').length, 1)
})

/** Looks like Node does: next to the importing package, or in a folder above. */
function isLocked(from: string, name: string): boolean {
  const here = `${from ? `${from}/` : ''}node_modules/${name}`
  if (lock.packages[here]) return true
  if (!from) return false
  const end = from.lastIndexOf('/node_modules/')
  return isLocked(end < 0 ? '' : from.slice(0, end), name)
}
