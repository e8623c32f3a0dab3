// Prevents two setups of one checkout from running at the same time. The lock is a symbolic link whose target is the
// owner's process id: it is created atomically with its content, and it is stale if that process is gone.

import { createHash } from 'node:crypto'
import { readlinkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const timeoutMs = 15 * 60_000
const pollMs = 200

/**
 * Waits for the lock and returns the function that releases it. The lock file is outside the checkout because an install
 * may empty node_modules, and because process ids are valid on one machine only.
 * @param {(text: string) => void} print
 * @returns {() => void}
 */
export function acquireSetupLock(print) {
  const name = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `tessera-setup-${name}.lock`)
  const deadline = Date.now() + timeoutMs
  for (let hasWaited = false; !tryLock(path); hasWaited = true) {
    const owner = ownerOf(path)
    if (owner !== null && !isAlive(owner)) removeStale(path, owner)
    else if (Date.now() > deadline)
      throw new Error(`Another setup has held ${path} for too long. Remove it if no setup is running.`)
    else if (!hasWaited) print('Waiting for another setup of this checkout to finish …')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs)
  }
  return () => unlinkSync(path)
}

/** @param {string} path */
function tryLock(path) {
  try {
    symlinkSync(String(process.pid), path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** @param {string} path */
function ownerOf(path) {
  try {
    return Number(readlinkSync(path))
  } catch {
    return null
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * The link is renamed before it is checked again: two processes that see the same stale lock must not remove each
 * other's new lock.
 * @param {string} path
 * @param {number} owner
 */
function removeStale(path, owner) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (ownerOf(aside) === owner) unlinkSync(aside)
  else renameSync(aside, path)
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
