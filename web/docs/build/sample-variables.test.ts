// The names of environment variables in the samples of the guides, the READMEs and the examples.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const files = ['README.md', 'docs/guides/*.md', 'clients/*/README.md', 'examples/*/*.{md,ts}']

/** What every sample reads, and what single samples have besides. */
const names = {
  shared: ['TESSERA_URL', 'TESSERA_TOKEN', 'BOARD', 'ORGANIZATION', 'CLIENT_ID', 'CLIENT_SECRET'],
  ofSamples: ['EMAIL', 'KEY', 'NOTE', 'PORT', 'RECEIVER_URL', 'TESSERA_WEBHOOK_SECRET', 'TICKETS_URL'],
}

test('[DOC-36] samples use the same names for the address, the token, the board and the organization', () => {
  const found = globSync(files, { cwd: root }).flatMap(file =>
    namesIn(readFileSync(join(root, file), 'utf8')).map(name => ({ name, file })),
  )
  const known = new Set([...names.shared, ...names.ofSamples])
  assert.deepEqual(
    found.filter(({ name }) => !known.has(name)),
    [],
  )
  const used = new Set(found.map(({ name }) => name))
  assert.deepEqual(
    names.shared.filter(name => !used.has(name)),
    [],
  )
})

/** Variables that a shell sets or expands, and those that a program reads from its environment. */
function namesIn(text: string): string[] {
  const inShell = [...text.matchAll(/\$\{?([A-Z][A-Z_]+)\b|(?:^|export |\s)([A-Z][A-Z_]+)=/gm)]
  const inProcess = [...text.matchAll(/\{([^{}]*)\} = process\.env/g)].flatMap(([, list = '']) => [
    ...list.matchAll(/\b([A-Z][A-Z_]+)\b/g),
  ])
  const inMembers = [...text.matchAll(/(?:process\.env\.|os\.environ\[")([A-Z][A-Z_]+)/g)]
  return [...inShell, ...inProcess, ...inMembers].map(([, one, other]) => (one ?? other) as string)
}
