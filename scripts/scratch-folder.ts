// The folder for all temporary files of one test run, removed at its end. It is in memory if there is enough space: the
// data is deleted anyway, and waiting for a disk tests nothing.

import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
const requiredBytes = 4 * 1024 ** 3

export type ScratchFolder = { path: string; remove: () => void }

export function makeScratchFolder(): ScratchFolder {
  const path = mkdtempSync(join(hasRoom(memoryFolder) ? memoryFolder : tmpdir(), 'tessera-tests-'))
  // A PostgreSQL server that a test starts runs as another user.
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= requiredBytes
  } catch {
    return false
  }
}
