// Which of several nodes this is, kept in its data folder: what a process that was killed had taken is known to be its own
// when it starts again, because one server at a time works on a folder.

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

/** Under another name first: half an id would be somebody else's. */
function makeId(path: string): string {
  const id = randomUUID()
  writeFileSync(`${path}.new`, `${id}\n`)
  renameSync(`${path}.new`, path)
  return id
}
