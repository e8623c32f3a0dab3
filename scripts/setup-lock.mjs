// Keeps two setups of one checkout from working at the same time. The lock is a symbolic link whose target is the
// holder's process id: made in one step together with its content, and known to be stale when that process is gone.

import { createHash } from 'node:crypto'
import { readlinkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const longestWaitMs = 15 * 60_000
const pauseMs = 200

/**
 * Waits for the lock and returns the function that gives it back. It lies outside the checkout because `npm ci`
 * empties node_modules, and because process ids mean something only on the machine that has them.
 * @param {(sentence: string) => void} say
 * @returns {() => void}
 */
export function holdSetupLock(say) {
  const name = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `tessera-setup-${name}.lock`)
  const deadline = Date.now() + longestWaitMs
  for (let waited = false; !take(path); waited = true) {
    const holder = holderOf(path)
    if (holder !== null && !isAlive(holder)) removeStale(path, holder)
    else if (Date.now() > deadline) throw new Error(`Another setup holds ${path} for too long; remove it if none runs.`)
    else if (!waited) say('Waiting for another setup of this checkout to finish …')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
  }
  return () => unlinkSync(path)
}

/** @param {string} path */
function take(path) {
  try {
    symlinkSync(String(process.pid), path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** @param {string} path */
function holderOf(path) {
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
 * Moved aside before it is looked at once more: two who see the same stale lock must not remove each other's new one.
 * @param {string} path
 * @param {number} holder
 */
function removeStale(path, holder) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (holderOf(aside) === holder) unlinkSync(aside)
  else renameSync(aside, path)
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
