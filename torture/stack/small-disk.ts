// A folder on a separate file system, which can become full and be emptied again. Only root can mount one; for others
// it is a plain folder, which never becomes full.

import { execFile } from 'node:child_process'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Reaper } from './reaper.ts'

const run = promisify(execFile)
const roomBytes = 2 * 1024 ** 3
const marginBytes = 128 * 1024
const maxAttempts = 20

export interface SmallDisk {
  readonly path: string
  /** Null if it cannot become full here. */
  readonly fill: (() => Promise<void>) | null
  empty(): Promise<void>
}

export async function makeSmallDisk(path: string, reaper: Reaper): Promise<SmallDisk> {
  await mkdir(path, { recursive: true })
  const filler = join(path, 'filler')
  const resize = async (bytes: number) => void (await run('mount', ['-o', `remount,size=${bytes}`, path]))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${roomBytes},mode=0700`, 'tmpfs', path])
  } catch {
    return { path, fill: null, empty: async () => {} }
  }
  reaper.unmount(path)
  return {
    path,
    async fill() {
      for (let attempt = 1; ; attempt += 1) {
        const { blocks, bfree, bsize } = await statfs(path)
        const leftBytes = attempt * marginBytes
        try {
          await resize((blocks - bfree) * bsize + leftBytes)
          // Writes as much as fits.
          return await writeFile(filler, Buffer.alloc(leftBytes)).catch(() => {})
        } catch (error) {
          // Refused if more was written in the meantime.
          if (attempt === maxAttempts) throw error
        }
      }
    },
    async empty() {
      await rm(filler, { force: true })
      await resize(roomBytes)
    },
  }
}
