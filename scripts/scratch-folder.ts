// A folder for everything that the tests of one run put into temporary files, gone with the run. In memory where there is
// room for it: what a database syncs is forgotten anyway, and waiting for a disk shows nothing.

import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const roomNeeded = 4 * 1024 ** 3

export type ScratchFolder = { path: string; remove: () => void }

export function makeScratchFolder(): ScratchFolder {
  const path = mkdtempSync(join(hasRoom(inMemory) ? inMemory : tmpdir(), 'tessera-tests-'))
  // A PostgreSQL that a test starts runs as somebody else.
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= roomNeeded
  } catch {
    return false
  }
}
