// Restricts the data to the operating system user of the server: files have the mode 0600 and folders 0700. New ones
// get it from the process's umask; this corrects those that an older version or another program created.

import { chmodSync, type Stats, statSync } from 'node:fs'
import { chmod, lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataFolder } from './data-folder.ts'

const folderMode = 0o700
const fileMode = 0o600

/** Applies to every file and folder that this process and its children create from now on. */
export function createPrivateFiles(): void {
  process.umask(0o077)
}

/**
 * The folder itself is corrected at once, which closes everything in it to others; its entries follow in the
 * background.
 */
export async function restrictDataFolder(dataDir: string, signal: AbortSignal): Promise<void> {
  makeDataFolder(dataDir)
  if (process.platform === 'win32') return
  const found = statSync(dataDir)
  if (isOwn(found) && (found.mode & 0o777) !== folderMode) chmodSync(dataDir, folderMode)
  await restrictEntries(dataDir, signal)
}

async function restrictEntries(folder: string, signal: AbortSignal): Promise<void> {
  for await (const entry of await opendir(folder)) {
    if (signal.aborted) return
    const path = join(folder, entry.name)
    if (entry.isDirectory() && (await restrict(path, folderMode))) await restrictEntries(path, signal)
    else if (entry.isFile()) await restrict(path, fileMode)
  }
}

/**
 * Returns false if the entry no longer exists, because files come and go while the server runs, or if it belongs to
 * another user.
 */
async function restrict(path: string, mode: number): Promise<boolean> {
  try {
    const found = await lstat(path)
    if (!isOwn(found)) return false
    if ((found.mode & 0o777) !== mode) await chmod(path, mode)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** A volume may contain a folder of its file system that belongs to root. */
const isOwn = ({ uid }: Stats) => process.getuid?.() === 0 || uid === process.getuid?.()
