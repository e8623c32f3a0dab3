// The id of this node, stored in its data folder. A restarted process recognizes what it had leased before it was killed,
// because only one server at a time uses a folder.

import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from './data-folder.ts'

export function nodeIdOf(dataDir: string): string {
  makeDataFolder(dataDir)
  const path = join(dataDir, 'node-id')
  return findId(path) ?? makeId(path)
}

function findId(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8').trim()
    return /^[0-9a-f-]{36}$/.test(text) ? text : null
  } catch {
    return null
  }
}

/** The file is written under another name and renamed, so that a crash leaves no partial id. */
function makeId(path: string): string {
  const id = randomUUID()
  writeFileSync(`${path}.new`, `${id}\n`)
  renameSync(`${path}.new`, path)
  return id
}
