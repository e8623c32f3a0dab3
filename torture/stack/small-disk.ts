// A folder on a file system of its own, which can become full and have room again. Only root can mount one; for others
// it is a plain folder, which never is full.

import { execFile } from 'node:child_process'
import { mkdir, statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Reaper } from './reaper.ts'

const run = promisify(execFile)
const roomBytes = 2 * 1024 ** 3

export interface SmallDisk {
  readonly path: string
  /** Null if it cannot become full here. */
  readonly fill: (() => Promise<void>) | null
  empty(): Promise<void>
}

export async function makeSmallDisk(path: string, reaper: Reaper): Promise<SmallDisk> {
  await mkdir(path, { recursive: true })
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
      const { blocks, bfree, bsize } = await statfs(path)
      await resize((blocks - bfree) * bsize)
    },
    empty: () => resize(roomBytes),
  }
}
